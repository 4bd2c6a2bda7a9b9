// The account menu: Settings, the theme, Sign Out (SHELL-15).
import { Link } from '@tanstack/react-router'
import { Download, LogOut, Moon, Settings, Sun } from 'lucide-react'
import { useSignOut } from '#features/auth/web/hooks/use-sign-out.ts'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { t } from '#shared/i18n/t.ts'
import { useTheme } from '#web/theme.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import { AccountTrigger, type AvatarUser } from './account-trigger.tsx'
import { menuLinksOf } from './menu-links.ts'
import { manualInstallText, promptInstall, useInstallState } from './use-install-state.ts'

/** Opens as soon as it's mounted: it was loaded because its button was pressed. */
export function AccountMenu({ user }: { user: AvatarUser }) {
  const signOut = useSignOut()
  const { user: account } = useUser()
  const { theme, setTheme } = useTheme()
  const installState = useInstallState()
  const ThemeIcon = theme === 'dark' ? Sun : Moon
  return (
    <Menu defaultOpen trigger={<AccountTrigger user={user} />}>
      <MenuLabel>
        <span translate="no">{user.name}</span>
      </MenuLabel>
      <MenuItem asChild>
        <Link to="/settings">
          <Settings aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Settings')}
        </Link>
      </MenuItem>
      {account?.profileCompleted &&
        menuLinksOf(account).map(({ to, text, Icon }) => (
          <MenuItem key={to} asChild>
            <Link to={to}>
              <Icon aria-hidden className="size-4.5" strokeWidth={1.8} />
              {text}
            </Link>
          </MenuItem>
        ))}
      <MenuItem onSelect={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        <ThemeIcon aria-hidden className="size-4.5" strokeWidth={1.8} />
        <span>{theme === 'dark' ? t('Light theme') : t('Dark theme')}</span>
      </MenuItem>
      {installState === 'prompt' && (
        <MenuItem onSelect={promptInstall}>
          <Download aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Install app')}
        </MenuItem>
      )}
      {installState === 'manual' && <MenuLabel>{manualInstallText}</MenuLabel>}
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden className="size-4.5 rtl:-scale-x-100" strokeWidth={1.8} />
        {t('Sign Out')}
      </MenuItem>
    </Menu>
  )
}

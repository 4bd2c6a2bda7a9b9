// The panel of the small screens' menu: navigation and the account's items (SHELL-16).
import { Link } from '@tanstack/react-router'
import { Download, LogOut, Moon, Settings, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useSignOut } from '#features/auth/web/hooks/use-sign-out.ts'
import { t } from '#shared/i18n/t.ts'
import { useTheme } from '#web/theme.ts'
import { menuLinksOf } from './menu-links.ts'
import { NavLinks } from './nav-links.tsx'
import { manualInstallText, promptInstall, useInstallState } from './use-install-state.ts'

/** Loaded when the menu is about to open. The member is null until the profile is complete. */
export function MobileMenuPanel({ member }: { member: Account | null }) {
  return (
    <div className="motion-fade absolute inset-x-0 top-full max-h-[calc(100dvh-var(--bar))] overflow-y-auto border-b border-line bg-surface px-3 pt-3 pb-5">
      {member && (
        <nav aria-label={t('Main')}>
          <NavLinks user={member} stacked />
        </nav>
      )}
      <ul className="mt-2 flex flex-col gap-1 border-t border-line pt-2 first:mt-0 first:border-0">
        {member &&
          menuLinksOf(member).map(({ to, text, Icon }) => (
            <li key={to}>
              <Link to={to} className={itemClassName}>
                <Icon aria-hidden className="size-5" strokeWidth={1.8} />
                {text}
              </Link>
            </li>
          ))}
        <AccountItems />
      </ul>
    </div>
  )
}

const itemClassName =
  'flex min-h-11 w-full items-center gap-3 rounded-field px-3.5 text-start font-medium text-ink-2 no-underline transition-colors hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink'

function AccountItems() {
  const signOut = useSignOut()
  const { theme, setTheme } = useTheme()
  const installState = useInstallState()
  const ThemeIcon = theme === 'dark' ? Sun : Moon
  return (
    <>
      <li>
        <Link to="/settings" className={itemClassName}>
          <Settings aria-hidden className="size-5" strokeWidth={1.8} />
          {t('Settings')}
        </Link>
      </li>
      <li>
        <PanelItem
          onPress={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
          icon={<ThemeIcon aria-hidden className="size-5" strokeWidth={1.8} />}
        >
          {theme === 'dark' ? t('Light theme') : t('Dark theme')}
        </PanelItem>
      </li>
      {installState === 'prompt' && (
        <li>
          <PanelItem
            onPress={promptInstall}
            icon={<Download aria-hidden className="size-5" strokeWidth={1.8} />}
          >
            {t('Install app')}
          </PanelItem>
        </li>
      )}
      {installState === 'manual' && (
        <li className="px-3.5 py-2 text-small text-ink-2">{manualInstallText}</li>
      )}
      <li>
        <PanelItem
          onPress={() => void signOut()}
          icon={<LogOut aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={1.8} />}
        >
          {t('Sign Out')}
        </PanelItem>
      </li>
    </>
  )
}

function PanelItem(props: { onPress: () => void; icon: ReactNode; children: ReactNode }) {
  return (
    <button type="button" className={itemClassName} onClick={props.onPress}>
      {props.icon}
      {props.children}
    </button>
  )
}

// Navigation links of the top bar and of the small screens' menu (SHELL-13).
import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { Account } from '#features/auth/contract.ts'
import { t } from '#shared/i18n/t.ts'
import { screenPath } from '#shared/screen-path.ts'

export type Roles = Pick<Account, 'isAdmin' | 'isGardenAngel' | 'mayHost' | 'profileCompleted'>

const links = [
  { to: '/meditation', text: t('Meditation'), isFor: () => true },
  { to: '/mood-analytics', text: t('Energy Tracker'), isFor: () => true },
  { to: '/referrals', text: t('Referrals'), isFor: () => true },
  { to: '/admin', text: t('Admin'), isFor: ({ isAdmin }: Roles) => isAdmin },
  { to: '/garden-angel', text: t('Garden Angel'), isFor: ({ isGardenAngel }: Roles) => isGardenAngel },
] as const

/** Whether a member has a role that moderates. */
export function isModerator({ isAdmin, isGardenAngel }: Roles): boolean {
  return isAdmin || isGardenAngel
}

/** The path of the shown screen. */
export function useScreenPath(): string {
  return useLocation({ select: ({ pathname }) => screenPath(pathname) })
}

/** Only for members with a completed profile. `stacked` puts the links below each other. */
export function NavLinks({ user, stacked = false }: { user: Roles; stacked?: boolean }) {
  const current = useScreenPath()
  return (
    <ul className={clsx('flex gap-1', stacked && 'flex-col')}>
      {links
        .filter(({ isFor }) => isFor(user))
        .map(({ to, text }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === current ? 'page' : undefined}
              className={clsx(
                'flex min-h-11 items-center px-3.5 font-medium whitespace-nowrap text-ink-2 no-underline transition-colors hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink forced-colors:text-[LinkText]',
                stacked ? 'rounded-field text-body' : 'rounded-pill text-[0.95rem]',
              )}
            >
              {text}
            </Link>
          </li>
        ))}
    </ul>
  )
}

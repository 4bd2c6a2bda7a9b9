// The account button: the member's picture at the right of the bar; its menu is loaded on intent.
import { useLazyMenu } from '#web/use-lazy-overlay.ts'
import { AccountTrigger, type AvatarUser } from './account-trigger.tsx'

const loadMenu = async () => (await import('./account-menu.tsx')).AccountMenu

/** For wide screens; small ones have the collapsible menu. */
export function AccountButton({ user }: { user: AvatarUser }) {
  const [AccountMenu, button] = useLazyMenu(loadMenu)
  if (AccountMenu) return <AccountMenu user={user} />
  return <AccountTrigger user={user} {...button} />
}

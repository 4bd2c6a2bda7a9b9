// The account button: the member's picture at the right of the bar; its menu is loaded on intent.
import { useLazyMenu } from '#web/use-lazy-menu.ts'
import { AccountTrigger, type AvatarUser } from './account-trigger.tsx'

const loadMenu = async () => (await import('./account-menu.tsx')).AccountMenu

/** For wide screens; small ones have the collapsible menu. */
export function AccountButton({ person }: { person: AvatarUser }) {
  const [AccountMenu, button] = useLazyMenu(loadMenu)
  if (AccountMenu) return <AccountMenu person={person} />
  return <AccountTrigger person={person} {...button} />
}

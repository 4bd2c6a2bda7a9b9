// The picture at the right of the bar that opens the account menu; the menu itself is loaded on intent.
import { useState } from 'react'
import { useLoaded } from '#web/use-loaded.ts'
import { AccountTrigger, type Person } from './account-trigger.tsx'

const loadMenu = async () => (await import('./account-menu.tsx')).AccountMenu

/** On wide screens; the small ones have the collapsible menu. */
export function AccountButton({ person }: { person: Person }) {
  const [AccountMenu, prepare] = useLoaded(loadMenu)
  const [isWanted, setWanted] = useState(false)
  if (AccountMenu && isWanted) return <AccountMenu person={person} />
  return (
    <AccountTrigger
      person={person}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => {
        prepare()
        setWanted(true)
      }}
    />
  )
}

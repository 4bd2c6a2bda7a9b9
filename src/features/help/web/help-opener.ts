// Opens the help panel of the screen from elsewhere on the page; nothing opens while no help can be asked for.
import { useSyncExternalStore } from 'react'
import type { HelpKind } from '../contract.ts'

type HelpOpener = (kind: HelpKind) => void

let opener: HelpOpener | null = null
const listeners = new Set<() => void>()

/** Set while the help of a sitting is on the screen. */
export function setHelpOpener(open: HelpOpener | null): void {
  opener = open
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the panel; null while there is none. */
export function useHelpOpener(): HelpOpener | null {
  return useSyncExternalStore(subscribe, () => opener)
}

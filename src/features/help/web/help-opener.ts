// Opens the help panel of the screen from elsewhere on the page; nothing opens while no help can be asked for.
import { createPageStore } from '#web/page-store.ts'
import type { HelpKind } from '../contract.ts'

/** Set while the help of a sitting is on the screen; null while there is none. */
export const { set: setHelpOpener, use: useHelpOpener } = createPageStore<((kind: HelpKind) => void) | null>(
  'screen',
  null,
)

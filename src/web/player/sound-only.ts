// Sound only: what a player offers a small line, and the seat that lies over it shows (SMALL-01, SMALL-02).
import { createContext, useContext } from 'react'

/** Where sound alone loads less than the picture. */
export interface SoundOnly {
  isChosen: boolean
  /** Saves the choice on this device. */
  choose: (isChosen: boolean) => void
}

/** Null where sound alone loads no less, or isn't known to. */
export const SoundOnlyContext = createContext<SoundOnly | null>(null)

export const useSoundOnly = (): SoundOnly | null => useContext(SoundOnlyContext)

/** Whether the member asks their browser for less data. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

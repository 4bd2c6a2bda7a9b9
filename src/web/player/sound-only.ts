// Sound only: what a player offers a small line, and the seat that lies over it shows (SMALL-01, SMALL-02).
import { createContext, useContext } from 'react'
import { createDeviceChoice, useDeviceChoice } from '#web/device-choice.ts'

/** Where sound alone loads less than the picture. */
export interface SoundOnly {
  isChosen: boolean
  /** Saves the choice on this device. */
  choose: (isChosen: boolean) => void
}

/** Null where sound alone loads no less, or isn't known to. */
export const SoundOnlyContext = createContext<SoundOnly | null>(null)

export const useSoundOnly = (): SoundOnly | null => useContext(SoundOnlyContext)

const soundOnlyChoice = createDeviceChoice('sound-only', ['off', 'on'])

/** The choice of this device, for what offers it. */
export function useSoundOnlyChoice(): SoundOnly {
  const isChosen = useDeviceChoice(soundOnlyChoice) === 'on'
  return { isChosen, choose: chooseSoundOnly }
}

function chooseSoundOnly(isOn: boolean): void {
  soundOnlyChoice.save(isOn ? 'on' : 'off')
}

/** Whether the member asks their browser for less data. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

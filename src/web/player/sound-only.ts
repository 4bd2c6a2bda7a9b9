// Sound only: a small line is spared the picture. The player's element plays the address of the sound in its place, so
// that the group, the captions and the controls stay as they are (SMALL-02).
import { createContext, useContext, useEffect, useState } from 'react'
import { createDeviceChoice, useDeviceChoice } from '#web/device-choice.ts'
import { importPart } from '#web/use-lazy-import.ts'
import type { PlayerStage } from './player-stage.ts'

const soundOnlyChoice = createDeviceChoice('sound-only', ['off', 'on'])

/** Where sound alone loads less than the picture. */
export interface SoundOnly {
  isChosen: boolean
  /** Saves the choice on this device. */
  choose: (isChosen: boolean) => void
}

/** For the seat, which lies over the player. Null where sound alone loads no less, or isn't known to. */
export const SoundOnlyContext = createContext<SoundOnly | null>(null)

export const useSoundOnly = (): SoundOnly | null => useContext(SoundOnlyContext)

export interface MediaAddress {
  url: string
  isHls: boolean
}

interface MediaOptions {
  picture: MediaAddress
  /** The file of the sound; null if there is none. */
  audioUrl: string | null
  stage: PlayerStage
}

interface Media {
  /** Null while the stream is asked whether it has sound alone, which only then is chosen. */
  address: MediaAddress | null
  isSoundOnly: boolean
  soundOnly: SoundOnly | null
}

const loadVariants = () => import('./sound-variant.ts')

/** The address that the element plays: of the picture with its sound, or of the sound. */
export function useMediaAddress({ picture, audioUrl, stage }: MediaOptions): Media {
  const isChosen = useDeviceChoice(soundOnlyChoice) === 'on'
  const file = audioUrl === picture.url ? null : audioUrl
  const variant = useSoundVariant(picture, file === null && (isChosen || stage === 'cover'))
  const url = file ?? variant ?? null
  const isAsking = picture.isHls && file === null && variant === undefined
  const isSoundOnly = isChosen && (url !== null || isAsking)
  const sound = url === null ? null : { url, isHls: file === null }
  return {
    address: isSoundOnly ? sound : picture,
    isSoundOnly,
    soundOnly: sound && { isChosen, choose: (isOn) => soundOnlyChoice.save(isOn ? 'on' : 'off') },
  }
}

/** Undefined until it is known. */
function useSoundVariant({ url, isHls }: MediaAddress, isWanted: boolean): string | null | undefined {
  const [variant, setVariant] = useState<string | null>()
  const isAsked = isHls && isWanted
  useEffect(() => {
    if (!isAsked) return
    const controller = new AbortController()
    const { signal } = controller
    const settle = (found: string | null) => !signal.aborted && setVariant(found)
    importPart(loadVariants)
      .then(({ findSoundVariant }) => findSoundVariant(url, signal))
      // Without its list the stream doesn't play either, which the player reports.
      .then(settle, () => settle(null))
    return () => controller.abort()
  }, [url, isAsked])
  return variant
}

/** The member asks their browser for less data. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

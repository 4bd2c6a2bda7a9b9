// What the player's element plays: the picture with its sound, or the sound in its place. So the group, the captions and
// the controls stay as they are, and no byte of the picture is asked for (SMALL-02).
import { useState, type ReactNode } from 'react'
import { lazyPart } from '#web/lazy-part.tsx'
import type { PlayerStage } from './player-stage.ts'
import { useSoundOnlyChoice, type SoundOnly } from './sound-only.ts'

const SoundVariantSearch = lazyPart(
  async () => (await import('./sound-variant-search.ts')).SoundVariantSearch,
)

export interface MediaAddress {
  url: string
  isHls: boolean
}

interface MediaOptions {
  picture: MediaAddress
  /** The file of the sound; null if there is none. */
  audioUrl: string | null
  stage: PlayerStage
  /** The picture, whatever this device has chosen. */
  isPictureOnly: boolean
}

interface Media {
  /** Null while a stream is searched for sound alone, which only then is chosen. */
  address: MediaAddress | null
  soundOnly: SoundOnly | null
  /** Draw it: it searches a stream whose sound is chosen, or offered at the seat. */
  search: ReactNode
}

export function useMediaAddress({ picture, audioUrl, stage, isPictureOnly }: MediaOptions): Media {
  const choice = useSoundOnlyChoice()
  const { isChosen } = choice
  const [variant, setVariant] = useState<string | null>()
  const file = audioUrl === picture.url ? null : audioUrl
  const url = file ?? variant
  if (isPictureOnly) return { address: picture, soundOnly: null, search: null }
  const isUnknown = picture.isHls && url === undefined
  const sound = url ? { url, isHls: file === null } : null
  return {
    address: isChosen && (sound || isUnknown) ? sound : picture,
    soundOnly: sound && choice,
    search: isUnknown && (isChosen || stage === 'cover') && (
      <SoundVariantSearch streamUrl={picture.url} onFound={setVariant} />
    ),
  }
}

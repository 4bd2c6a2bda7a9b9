// Measures the videos of an import, one after the other, when the administrator asks for it (TPL-29).
import { useState } from 'react'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { parseVideoAddress } from '../../media-address.ts'
import { MeasureError, measureVideo } from '../data/measure-video.ts'

/** The length in seconds by address; null for a video that has none or didn't respond. */
export type VideoLengths = ReadonlyMap<string, number | null>

export function useVideoLengths() {
  const [lengths, setLengths] = useState<VideoLengths>(new Map())
  const [isChecking, setChecking] = useState(false)
  const check = useSubmitGuard(async (addresses: readonly string[]) => {
    setChecking(true)
    const measured = new Map<string, number | null>()
    for (const address of new Set(addresses)) {
      measured.set(address, await secondsOf(address))
      setLengths(new Map(measured))
    }
    setChecking(false)
  })
  return { lengths, isChecking, check }
}

async function secondsOf(address: string): Promise<number | null> {
  const video = parseVideoAddress(address)
  if (video === null) return null
  try {
    return (await measureVideo(video, { hasBitrate: false })).seconds
  } catch (error) {
    if (!(error instanceof MeasureError)) throw error
    return null
  }
}

// useResumePosition: resumes the video where it was before a reload.
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { getSignedInUid } from '#web/call.ts'
import { readTabDraft, writeTabDraft } from '#web/drafts.ts'
import { seekTo } from './video-actions.ts'

const draftName = 'video-position'
const positionSchema = z.object({ key: z.string(), seconds: z.number() })

/**
 * Seeks once to the member's position in this tab, if it is of the same key; the video's end deletes it (SHELL-25). So it
 * does where another address is played in its place, as of its sound. Nothing is resumed without a video.
 */
export function useResumePosition(
  video: HTMLVideoElement | null,
  key: string,
  url: string | undefined,
): void {
  useEffect(() => {
    if (!video) return
    const controller = new AbortController()
    const { signal } = controller
    const resume = () => {
      const seconds = readPosition(key)
      if (seconds !== null && video.currentTime === 0) seekTo(video, seconds)
    }
    const save = () => {
      // The page stays open after a sign-out in another tab, which has cleared the position.
      if (getSignedInUid() !== null && video.currentTime > 0 && !video.ended)
        writePosition({ key, seconds: video.currentTime })
    }
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) resume()
    else video.addEventListener('loadedmetadata', resume, { once: true, signal })
    video.addEventListener('timeupdate', save, { signal })
    video.addEventListener('ended', () => writePosition(null), { signal })
    return () => controller.abort()
  }, [video, key, url])
}

function readPosition(key: string): number | null {
  try {
    const { data } = z.safeParse(positionSchema, JSON.parse(readTabDraft(draftName) ?? 'null'))
    return data?.key === key ? data.seconds : null
  } catch {
    return null
  }
}

function writePosition(position: z.infer<typeof positionSchema> | null): void {
  writeTabDraft(draftName, position === null ? '' : JSON.stringify(position))
}

// useResumePosition: resumes the video where it was before a reload. The server alone decides what time counts.
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { getSignedInUid } from '#web/call.ts'
import { readTabDraft, writeTabDraft } from '#web/drafts.ts'
import { seekTo } from './video-actions.ts'

const draftName = 'video-position'
const positionSchema = z.object({ videoKey: z.string(), seconds: z.number() })

/** Seeks once to the member's position in the day's video in this tab; the video's end deletes it (SHELL-25). */
export function useResumePosition(video: HTMLVideoElement | null, day: string, url: string): void {
  useEffect(() => {
    if (!video) return
    const videoKey = `${day} ${url}`
    const controller = new AbortController()
    const { signal } = controller
    const resume = () => {
      const seconds = readPosition(videoKey)
      if (seconds !== null && video.currentTime === 0) seekTo(video, seconds)
    }
    const save = () => {
      // The room stays open after a sign-out in another tab, which has cleared the position.
      if (getSignedInUid() !== null && video.currentTime > 0 && !video.ended)
        writePosition({ videoKey, seconds: video.currentTime })
    }
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) resume()
    else video.addEventListener('loadedmetadata', resume, { once: true, signal })
    video.addEventListener('timeupdate', save, { signal })
    video.addEventListener('ended', () => writePosition(null), { signal })
    return () => controller.abort()
  }, [video, day, url])
}

function readPosition(videoKey: string): number | null {
  try {
    const { data } = z.safeParse(positionSchema, JSON.parse(readTabDraft(draftName) ?? 'null'))
    return data?.videoKey === videoKey ? data.seconds : null
  } catch {
    return null
  }
}

function writePosition(position: z.infer<typeof positionSchema> | null): void {
  writeTabDraft(draftName, position === null ? '' : JSON.stringify(position))
}

// Captions: their URL, shown by the member's last choice, and above the controls while those are visible.
import { useEffect, useState } from 'react'
import { logFailure } from '#web/log.ts'
import { raiseCaptions, showCaptions } from './video-actions.ts'

const storageKey = 'captions'

export interface Captions {
  shown: boolean
  toggle(): void
  /** The captions couldn't be loaded. */
  isUnavailable: boolean
}

/** Controls the video's only text track. `raised` lifts the captions above the controls. */
export function useCaptions(video: HTMLVideoElement | null, raised: boolean): Captions {
  const [shown, setShown] = useState(readPreference)
  const [loadCount, setLoadCount] = useState(0)
  const [isUnavailable, setUnavailable] = useState(false)

  useEffect(() => {
    if (video) showCaptions(video, shown)
  }, [video, shown])

  useEffect(() => {
    const element = video?.querySelector('track')
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    const onLoad = () => {
      setLoadCount((count) => count + 1)
      setUnavailable(false)
    }
    element.addEventListener('load', onLoad, { signal })
    element.addEventListener('error', () => setUnavailable(true), { signal })
    return () => controller.abort()
  }, [video])

  useEffect(() => {
    if (video) raiseCaptions(video, raised)
  }, [video, raised, loadCount])

  const toggle = () => {
    setShown(!shown)
    savePreference(!shown)
  }
  return { shown, toggle, isUnavailable }
}

function readPreference(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on'
  } catch {
    return false
  }
}

function savePreference(shown: boolean): void {
  try {
    localStorage.setItem(storageKey, shown ? 'on' : 'off')
  } catch {
    // If storage is blocked, the choice lasts as long as the page.
  }
}

/** A URL that a track element accepts; undefined without one, or when it couldn't be fetched. */
export function useTrackUrl(captionsUrl: string | null): string | undefined {
  const isCrossOrigin = captionsUrl !== null && !captionsUrl.startsWith('/')
  const [fetched, setFetched] = useState<string>()
  useEffect(() => {
    if (!isCrossOrigin) return
    const controller = new AbortController()
    let blobUrl = ''
    fetchText(captionsUrl, controller.signal).then(
      (text) => {
        if (controller.signal.aborted) return
        blobUrl = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
        setFetched(blobUrl)
      },
      (error: unknown) => {
        if (!controller.signal.aborted) logFailure('The captions could not be loaded.', error)
      },
    )
    return () => {
      controller.abort()
      URL.revokeObjectURL(blobUrl)
      setFetched(undefined)
    }
  }, [captionsUrl, isCrossOrigin])
  return isCrossOrigin ? fetched : (captionsUrl ?? undefined)
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!response.ok) throw new Error(`The captions request failed with status ${response.status}.`)
  return response.text()
}

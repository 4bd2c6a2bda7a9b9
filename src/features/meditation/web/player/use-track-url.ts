// useTrackUrl: the captions' URL; captions of other origins are fetched, since a track needs the page's own.
import { useEffect, useState } from 'react'
import { logFailure } from '#web/log.ts'

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

// useTrackUrl: the captions' URL; captions of other origins are fetched, since a track needs the page's own.
import { useEffect, useState } from 'react'
import { logFailure } from '#web/log.ts'

/** A URL that a track element accepts; undefined without one, or when it couldn't be fetched. */
export function useTrackUrl(captionsUrl: string | null): string | undefined {
  const isForeign = captionsUrl !== null && !captionsUrl.startsWith('/')
  const [fetched, setFetched] = useState<string>()
  useEffect(() => {
    if (!isForeign) return
    const leaving = new AbortController()
    let blobUrl = ''
    fetchText(captionsUrl, leaving.signal).then(
      (text) => {
        if (leaving.signal.aborted) return
        blobUrl = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
        setFetched(blobUrl)
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) logFailure('The captions could not be loaded.', error)
      },
    )
    return () => {
      leaving.abort()
      URL.revokeObjectURL(blobUrl)
      setFetched(undefined)
    }
  }, [captionsUrl, isForeign])
  return isForeign ? fetched : (captionsUrl ?? undefined)
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!answer.ok) throw new Error(`The captions were answered with ${answer.status}.`)
  return answer.text()
}

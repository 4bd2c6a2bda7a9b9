// useFoundStream: whether the page has found segments by itself, which it looks for while the live channel is away.
import { useCallback, useEffect, useState } from 'react'
import { hasLiveSegments, pollDelayMs } from '../../following.ts'

/** `version` is that of the state that the channel said last: a later one replaces what was found. */
export function useFoundStream(url: string, version: number): [boolean, () => void] {
  const key = `${version} ${url}`
  const [foundKey, setFoundKey] = useState<string | null>(null)
  return [foundKey === key, useCallback(() => setFoundKey(key), [key])]
}

/** Requests the playlist each 10 to 15 s while it is mounted. Shows nothing. */
export function StreamSearch({ url, onFound }: { url: string; onFound: () => void }) {
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      try {
        const response = await fetch(url, { signal, referrerPolicy: 'no-referrer' })
        if (response.ok && hasLiveSegments(await response.text())) return onFound()
      } catch {
        // Offline.
      }
      if (!signal.aborted) wait()
    }
    const wait = () => {
      timer = setTimeout(() => void look(), pollDelayMs(Math.random()))
    }
    wait()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [url, onFound])
  return null
}

// Which of a browser's tabs rings the bell.
import { useEffect, useState } from 'react'
import { webLocks } from '#web/secure-context.ts'

/** Whether this is the tab that rings: the one that holds the lock, or without locks the last visible one. */
export function useRingerLock(isWanted: boolean): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const locks = webLocks()
    if (!locks) return whileLastVisible(setHeld)
    const controller = new AbortController()
    const released = new Promise<void>((resolve) => {
      controller.signal.addEventListener('abort', () => {
        setHeld(false)
        resolve()
      })
    })
    locks
      .request('sitting-bell', { signal: controller.signal }, () => {
        setHeld(true)
        return released
      })
      // Another tab rings, and this one no longer waits for its turn.
      .catch(() => undefined)
    return () => controller.abort()
  }, [isWanted])
  return isHeld
}

/**
 * Reports whether this tab was the last visible one, until the returned function is called: with the screen off it still
 * is.
 */
function whileLastVisible(onChange: (isLast: boolean) => void): () => void {
  const others = new BroadcastChannel('sitting-bell')
  const update = () => {
    if (document.visibilityState !== 'visible') return
    onChange(true)
    others.postMessage(null)
  }
  others.addEventListener('message', () => {
    if (document.visibilityState !== 'visible') onChange(false)
  })
  update()
  document.addEventListener('visibilitychange', update)
  return () => {
    document.removeEventListener('visibilitychange', update)
    others.close()
    onChange(false)
  }
}

// Which of a browser's tabs rings the bell.
import { useEffect, useState } from 'react'
import { webLocks } from '#web/secure-context.ts'

/** Whether this is the tab that rings: the one that holds the lock, or without locks the visible one. */
export function useRingerLock(isWanted: boolean): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const locks = webLocks()
    if (!locks) return whileVisible(setHeld)
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

/** Reports whether the page is visible, until the returned function is called. */
function whileVisible(onChange: (isVisible: boolean) => void): () => void {
  const update = () => onChange(document.visibilityState === 'visible')
  update()
  document.addEventListener('visibilitychange', update)
  return () => {
    document.removeEventListener('visibilitychange', update)
    onChange(false)
  }
}

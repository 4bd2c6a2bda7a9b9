// Keeps the screen awake.
import { useEffect } from 'react'
import { screenWakeLock } from './secure-context.ts'
import { grantMaxMs, settledWithin } from './settled-within.ts'

/**
 * Keeps the screen awake while it is wanted; the browser drops the lock of a hidden page, so it's requested again when
 * shown. `onResult` hears whether the browser grants it, and must stay the same function. Does nothing without the API.
 */
export function useWakeLock(isWanted: boolean, onResult: (isGranted: boolean) => void): void {
  useEffect(() => {
    const wakeLock = screenWakeLock()
    if (!isWanted || !wakeLock) return
    let lock: WakeLockSentinel | null = null
    let isReleased = false
    const request = () => {
      if (document.visibilityState !== 'visible') return
      const granted = wakeLock.request('screen').then((sentinel) => {
        lock = sentinel
        if (isReleased) void sentinel.release()
      })
      settledWithin(granted, grantMaxMs, (isGranted) => {
        if (!isReleased) onResult(isGranted)
      })
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isReleased = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [isWanted, onResult])
}

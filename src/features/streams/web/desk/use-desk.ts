// A desk for a component: made when it mounts, closed when it unmounts.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Sky } from '#shared/scene/sky.ts'
import { webLocks } from '#web/secure-context.ts'
import { settledWithin } from '#web/settled-within.ts'
import { goesOn, readDeskMemory } from './desk-memory.ts'
import type { DeskState } from './desk-state.ts'
import { createDesk, type Desk } from './desk.ts'

/**
 * The desk of a sitting, which stays the same while it is mounted; its picture keeps the sky of its beginning. After a
 * reload of a desk that was speaking it goes on by itself, if the browser still allows the microphone.
 */
export function useDesk(sittingId: number, sky: Sky): Desk {
  const [desk] = useState(() => createDesk({ sittingId, sky }))
  useEffect(() => {
    const close = desk.open()
    if (isReload() && goesOn(readDeskMemory(sittingId), Date.now()))
      void desk.openMicrophone().then(() => {
        if (desk.get().step === 'ready') void desk.speak()
      })
    return close
  }, [desk, sittingId])
  return desk
}

/** What a desk is doing. */
export function useDeskState(desk: Desk): DeskState {
  return useSyncExternalStore(desk.subscribe, desk.get)
}

function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload'
}

/** A tab that is reloaded gives its lock back within this. */
const lockMaxMs = 1_500

/**
 * Whether this tab is the one of its browser that teaches a sitting: a duplicated tab has the desk of the first. Null until
 * it is known; the tab takes over once the other one is closed.
 */
export function useDeskLock(sittingId: number): boolean | null {
  const [locks] = useState(webLocks)
  const [isMine, setMine] = useState(locks === null ? true : null)
  useEffect(() => {
    if (locks === null) return
    const controller = new AbortController()
    let release = () => {}
    const granted = new Promise<void>((resolve) => {
      const held = new Promise<void>((end) => {
        release = end
      })
      locks
        .request(`desk-${sittingId}`, { signal: controller.signal }, () => {
          resolve()
          return held
        })
        .catch(() => undefined)
    })
    settledWithin(granted, lockMaxMs, (isGranted) => {
      if (!controller.signal.aborted) setMine(isGranted)
    })
    return () => {
      controller.abort()
      release()
    }
  }, [locks, sittingId])
  return isMine
}

// The sound of the silence on this page: what the bell and the wake lock must know of it, which load before it.
import { useSyncExternalStore } from 'react'
import { createPageStore } from '#web/page-store.ts'
import type { SoundReading } from '../../stroke-judge.ts'

export interface SilenceOnPage {
  read: () => SoundReading
  /** Whether it runs in step with the group, heard or muted. */
  isRunning: () => boolean
  /** Calls back when a reading may have changed; returns the function that stops it. */
  onChange: (listener: () => void) => () => void
  /** Mutes it until a stroke of this moment has sounded: the page's bell rings that one. */
  yieldStroke: (atMs: number) => void
}

/** Null while no silence is loaded. */
export const silenceOnPage = createPageStore<SilenceOnPage | null>('screen', null)

/** Calls back when there is another sound, or its reading may have changed. */
export function onSilenceChange(listener: () => void): () => void {
  let unsubscribe = silenceOnPage.get()?.onChange(listener)
  const stop = silenceOnPage.subscribe(() => {
    unsubscribe?.()
    unsubscribe = silenceOnPage.get()?.onChange(listener)
    listener()
  })
  return () => {
    stop()
    unsubscribe?.()
  }
}

/** Whether the silence's sound runs: the screen may then switch off (SEQ-12). */
export function useIsSilenceRunning(): boolean {
  return useSyncExternalStore(onSilenceChange, () => silenceOnPage.get()?.isRunning() ?? false)
}

// Every player of the page is mute: something beside it is heard (HALL-04).
import { useEffect } from 'react'
import { createPageStore } from '#web/page-store.ts'

/** Set by what silences the page for a time; no choice of a player changes. */
export const pageMute = createPageStore<boolean>('screen', false)

/** Mutes an element while the page is mute. */
export function usePageMute(element: HTMLMediaElement | null): void {
  const isMute = pageMute.use()
  useEffect(() => (isMute && element !== null ? keepMuted(element) : undefined), [isMute, element])
}

/** Also when it starts meanwhile. Returns the function that ends it; one that was muted before stays so. */
function keepMuted(element: HTMLMediaElement): () => void {
  let isOurs = false
  const mute = () => {
    if (element.muted) return
    isOurs = true
    element.muted = true
  }
  mute()
  element.addEventListener('playing', mute)
  return () => {
    element.removeEventListener('playing', mute)
    if (isOurs) element.muted = false
  }
}

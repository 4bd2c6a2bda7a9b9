// useIsFullscreen: whether an element is in fullscreen.
import { useCallback, useSyncExternalStore } from 'react'

export function useIsFullscreen(element: HTMLElement): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => document.fullscreenElement === element, [element]),
  )
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

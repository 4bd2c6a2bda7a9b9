// The page's static shell: the first screen's markup from the server, which covers its loading states.
import { useEffect } from 'react'

/**
 * For a loading state that fills the screen and is marked by `data-pending`: while one is mounted, the shell covers
 * it (base.css). The shell goes with the last of them.
 */
export function usePendingScreen(): void {
  useEffect(() => () => void requestAnimationFrame(removePageShell), [])
}

/** For a screen that may be drawn without a loading state before it. */
export function useDrawnScreen(): void {
  useEffect(removePageShell, [])
}

function removePageShell(): void {
  if (!document.querySelector('#root [data-pending]')) document.getElementById('shell')?.remove()
}

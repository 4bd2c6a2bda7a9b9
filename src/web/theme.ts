// The light and dark theme: kept in local storage, set on <html>, shared by all tabs. [SHELL-17]
import { useSyncExternalStore } from 'react'

type Theme = 'light' | 'dark'

const storageKey = 'theme'

/** What the browser paints around the page: `--bg` of tokens.css. The script in index.html has them too. */
const themeColors: Record<Theme, string> = { light: '#faf7f3', dark: '#13111c' }

const listeners = new Set<() => void>()

const parseTheme = (value: string | null | undefined): Theme => (value === 'dark' ? 'dark' : 'light')

function readStoredTheme(): Theme {
  try {
    return parseTheme(localStorage.getItem(storageKey))
  } catch {
    return 'light'
  }
}

/** The theme that the page wears now. */
export const currentTheme = (): Theme => parseTheme(document.documentElement.dataset.theme)

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', themeColors[theme])
  for (const listener of listeners) listener()
}

/** Changes the theme of this tab and of all others; where storage is refused, of this tab only. */
export function setTheme(theme: Theme): void {
  applyTheme(theme)
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // A browser that refuses storage still gets the theme, until the page is left.
  }
}

function onStorageEvent(event: StorageEvent): void {
  // `key` is null when another tab clears everything.
  if (event.key === storageKey || event.key === null) applyTheme(readStoredTheme())
}

/** Wears the stored theme and follows other tabs. Called once at the start; answers with its end. */
export function startTheme(): () => void {
  applyTheme(readStoredTheme())
  window.addEventListener('storage', onStorageEvent)
  return () => window.removeEventListener('storage', onStorageEvent)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme as React state, and the way to change it. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, currentTheme), setTheme }
}

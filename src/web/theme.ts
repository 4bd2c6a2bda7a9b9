// The light and dark theme: stored in local storage, set on <html>, shared by all tabs. [SHELL-17]
import { useSyncExternalStore } from 'react'

type Theme = 'light' | 'dark'

const storageKey = 'theme'

/** The browser's `theme-color`: `--bg` of tokens.css. The script in index.html repeats both values. */
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

/** The theme that the page shows now. */
export const currentTheme = (): Theme => parseTheme(document.documentElement.dataset.theme)

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', themeColors[theme])
  for (const listener of listeners) listener()
}

/** Changes the theme of this tab and of all others; of this tab alone where storage is denied. */
export function setTheme(theme: Theme): void {
  applyTheme(theme)
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Storage is denied: the theme lasts until the page unloads.
  }
}

function onStorageEvent(event: StorageEvent): void {
  // `key` is null when another tab clears everything.
  if (event.key === storageKey || event.key === null) applyTheme(readStoredTheme())
}

/** Applies the stored theme and follows other tabs. Called once at startup; returns the cleanup function. */
export function startTheme(): () => void {
  applyTheme(readStoredTheme())
  window.addEventListener('storage', onStorageEvent)
  return () => window.removeEventListener('storage', onStorageEvent)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme as React state, with its setter. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, currentTheme), setTheme }
}

// The product name that the operator chose, as the server wrote it into the page, and the tab title.
import { useEffect } from 'react'

/** The product name that the operator chose, read from `<html data-app-name>`. */
export function appName(): string {
  return document.documentElement.dataset.appName || 'Stillwater'
}

/** Sets the tab's title while the screen is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${appName()}`
    return () => {
      document.title = appName()
    }
  }, [title])
}

// The operator's name for the product, as the server wrote it into the page, and the title of the browser's tab.
import { useEffect } from 'react'

/** The name in the top bar. */
export function appName(): string {
  return document.documentElement.dataset.appName || 'Stillwater'
}

/** Names the tab after the screen while it is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${appName()}`
    return () => {
      document.title = appName()
    }
  }, [title])
}

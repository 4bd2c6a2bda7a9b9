// The title of the tab.
import { useEffect } from 'react'
import { useCommunity } from './community.ts'

/** Sets the tab's title while the screen is mounted. */
export function usePageTitle(title: string): void {
  const { name } = useCommunity()
  useEffect(() => {
    document.title = `${title} · ${name}`
    return () => {
      document.title = name
    }
  }, [title, name])
}

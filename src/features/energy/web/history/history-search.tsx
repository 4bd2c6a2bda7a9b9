// History search field.
import type { Ref } from 'react'
import { SearchField } from '#web/ui/search-field.tsx'

interface HistorySearchProps {
  field: Ref<HTMLInputElement>
  text: string
  onChange: (text: string) => void
  /** Clears the field and focuses it. */
  onClear: () => void
}

/** An empty text shows all days; Clear and Escape clear it (HIST-07). */
export function HistorySearch(props: HistorySearchProps) {
  return <SearchField {...props} label="Search by date or comment" />
}

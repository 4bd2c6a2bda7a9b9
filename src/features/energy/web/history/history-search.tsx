// The search over the days of the period.
import type { Ref } from 'react'
import { SearchField } from '#web/ui/search-field.tsx'

interface HistorySearchProps {
  field: Ref<HTMLInputElement>
  text: string
  onChange: (text: string) => void
  /** Empties it, and brings the keyboard back to it. */
  onClear: () => void
}

/** Empty shows all; Clear and Escape empty it (HIST-07). */
export function HistorySearch(props: HistorySearchProps) {
  return <SearchField {...props} label="Search by date or comment" />
}

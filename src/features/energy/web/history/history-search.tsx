// The search over the days of the period.
import { Search } from 'lucide-react'
import { clsx } from 'clsx'
import type { Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'

interface HistorySearchProps {
  field: Ref<HTMLInputElement>
  text: string
  onChange: (text: string) => void
  /** Empties it, and brings the keyboard back to it. */
  onClear: () => void
}

/** Empty shows all; Clear and Escape empty it (HIST-07). */
export function HistorySearch({ field, text, onChange, onClear }: HistorySearchProps) {
  return (
    <div role="search" className="relative min-w-0 flex-1">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-ink-3"
        strokeWidth={1.8}
      />
      <Input
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label="Search by date or comment"
        placeholder="Search by date or comment..."
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClear()}
        className={clsx(
          'appearance-none pl-10.5 [&::-webkit-search-cancel-button]:hidden',
          text !== '' && 'pr-18',
        )}
      />
      {text !== '' && (
        <Button variant="quiet" className="absolute! inset-y-0 right-0 my-auto" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}

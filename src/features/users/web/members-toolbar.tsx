// Toolbar of the member list: search and sort order.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/input.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { memberSorts } from '../contract.ts'
import { sortLabels, reverseOrder, type MemberOrder } from '../member-labels.ts'
import { searchMaxChars, type MembersView } from './use-members.ts'

/** On a phone the search has its own row. */
export function MembersToolbar({ members }: { members: MembersView }) {
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    field.current?.focus()
    members.clear()
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="flex w-full sm:w-auto sm:flex-1">
        <SearchField
          field={field}
          label="Search by name or email"
          text={members.text}
          maxLength={searchMaxChars}
          onChange={members.setText}
          onClear={clear}
        />
      </div>
      <SortControls order={members.order} onChange={members.sortBy} />
    </div>
  )
}

interface SortControlsProps {
  order: MemberOrder
  onChange: (order: MemberOrder) => void
}

function SortControls({ order, onChange }: SortControlsProps) {
  const isAscending = order.order === 'asc'
  const [Arrow, label] = isAscending ? [ArrowUp, 'Ascending'] : [ArrowDown, 'Descending']
  return (
    <div className="flex w-full items-center gap-1 sm:w-auto">
      <Select
        className="flex-1"
        aria-label="Sort by"
        value={order.sort}
        onChange={(event) => {
          const sort = memberSorts.find((key) => key === event.target.value)
          if (sort) onChange({ ...order, sort })
        }}
      >
        {memberSorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortLabels[sort]}
          </option>
        ))}
      </Select>
      <Tooltip text={label}>
        <IconButton label={label} variant="quiet" onClick={() => onChange(reverseOrder(order))}>
          <Arrow aria-hidden className="size-5" strokeWidth={1.8} />
        </IconButton>
      </Tooltip>
    </div>
  )
}

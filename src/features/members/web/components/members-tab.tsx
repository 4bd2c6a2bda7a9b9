// Members tab: the member list with search, sorting, pages and actions. On the screen its name is Users.
import { ArrowDown, ArrowUp, SlidersHorizontal } from 'lucide-react'
import { useRef, useEffect, useId, useState, type ComponentProps, type ReactNode } from 'react'
import { membersPageSize } from '#shared/constants.ts'
import { timestampToMs } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ListClocks } from '#web/ui/list-clocks.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { useIsWide } from '#web/use-media-query.ts'
import { memberSorts, type MemberFilter } from '../../contract.ts'
import { countFilters } from '../../member-filter.ts'
import {
  pageLabel,
  showingLabel,
  usersLabel,
  pageCount,
  sortLabels,
  reverseOrder,
  type MemberOrder,
} from '../../member-labels.ts'
import { useMembers, type MembersView } from '../hooks/use-members.ts'
import { DownloadMembers } from './download-members.tsx'
import { MemberFilterBar } from './member-filter-bar.tsx'
import { MembersList } from './members-list.tsx'

interface MembersTabProps {
  /** The id of the member whose page opens with a marked row; ignored when unknown (USR-05). */
  selectedUser: number | null
  /** The id of the administrator who views the list. */
  ownId?: number | null
  /** Called after the administrator's own name, address or role changed. */
  onOwnChange?: () => void
  filter: MemberFilter
  onFilter: (filter: MemberFilter) => void
  /** Further selects of the filter. */
  filterSelects?: ReactNode
  MemberDialogs: ComponentProps<typeof MembersList>['MemberDialogs']
  /** A button beside the search. */
  tools?: ReactNode
  /** What that button unfolds, above the list. */
  unfolded?: ReactNode
  /** Follows the list. */
  children?: ReactNode
}

export function MembersTab(props: MembersTabProps) {
  return <Members key={props.selectedUser} {...props} />
}

function Members({
  selectedUser,
  ownId,
  onOwnChange,
  filter,
  onFilter,
  filterSelects,
  MemberDialogs,
  tools,
  unfolded,
  children,
}: MembersTabProps) {
  const members = useMembers(selectedUser, filter)
  const tab = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusFallback(tab, heading)
  const hasPages = members.total > membersPageSize
  const isWide = useIsWide()
  const [isFilterOpen, setFilterOpen] = useState(false)
  const filterId = useId()
  const download = <DownloadMembers match={members.match} found={members.total} />
  const goTo = (page: number) => {
    members.goTo(page)
    // On a phone, the cards of a page are many screens long.
    if (!isWide) heading.current?.scrollIntoView()
  }
  return (
    <div ref={tab} className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="sr-only scroll-mt-24">
        {t('Users')}
      </h2>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex w-full md:w-auto md:flex-1">
          <SearchField label={t('Search by name or email')} text={members.text} onChange={members.setText} />
        </div>
        {isWide ? (
          download
        ) : (
          <FilterButton
            count={countFilters(filter)}
            isOpen={isFilterOpen}
            controls={filterId}
            onPress={() => setFilterOpen(!isFilterOpen)}
          />
        )}
        {tools}
      </div>
      {/* On a phone it is folded: only the search and two buttons precede the first person. */}
      <div id={filterId} hidden={!isWide && !isFilterOpen} className="flex flex-wrap items-center gap-3">
        <SortControls order={members.order} onChange={members.sortBy} />
        <MemberFilterBar filter={filter} onChange={onFilter}>
          {filterSelects}
        </MemberFilterBar>
        {!isWide && download}
      </div>
      {unfolded}
      <p role="status" className="sr-only">
        {statusText(members)}
      </p>
      <MembersList
        members={members}
        selectedUser={selectedUser}
        isWide={isWide}
        heading={heading}
        onClearFilter={() => onFilter({})}
        onEdited={(id) => id === ownId && onOwnChange?.()}
        MemberDialogs={MemberDialogs}
      />
      {hasPages && <MembersPagination page={members.page} total={members.total} onPage={goTo} />}
      {!hasPages && members.total > 0 && <p className="text-small text-ink-3">{usersLabel(members.total)}</p>}
      <ListClocks
        times={(members.rows ?? []).flatMap(({ lastLogin }) =>
          lastLogin === null ? [] : timestampToMs(lastLogin),
        )}
      />
      {children}
    </div>
  )
}

/** A status message that screen readers announce on change. */
function statusText({ rows, total, page, isFailed }: MembersView): string {
  // The panel shows the failure itself.
  if (isFailed) return ''
  if (rows === null) return t('Loading users')
  if (total <= membersPageSize) return total === 0 ? adminMessages.noUsers : usersLabel(total)
  return `${showingLabel(page, total)}. ${pageLabel(page, total)}`
}

interface MembersPaginationProps {
  page: number
  total: number
  onPage: (page: number) => void
}

function MembersPagination({ page, total, onPage }: MembersPaginationProps) {
  const last = pageCount(total)
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  const goTo = (target: number) => {
    isPressed.current = true
    onPage(target)
  }
  // At either end the pressed button becomes disabled, so the focus moves to the other button.
  useEffect(() => {
    if (!isPressed.current) return
    isPressed.current = false
    if (page === 1) next.current?.focus()
    else if (page === last) previous.current?.focus()
  }, [page, last])
  return (
    <nav
      aria-label={t('Pages')}
      className="members-pages flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-ink-3 tabular-nums"
    >
      <p className="flex-1">{showingLabel(page, total)}</p>
      <p>{pageLabel(page, total)}</p>
      <div className="flex w-full justify-between sm:w-auto">
        <Button variant="subtle" disabled={page === 1} onClick={() => goTo(1)}>
          {t('First')}
        </Button>
        <Button ref={previous} variant="subtle" disabled={page === 1} onClick={() => goTo(page - 1)}>
          {t('Previous')}
        </Button>
        <Button ref={next} variant="subtle" disabled={page === last} onClick={() => goTo(page + 1)}>
          {t('Next')}
        </Button>
        <Button variant="subtle" disabled={page === last} onClick={() => goTo(last)}>
          {t('Last')}
        </Button>
      </div>
    </nav>
  )
}

interface FilterButtonProps {
  /** How many fields of the filter have a choice. */
  count: number
  isOpen: boolean
  /** The id of what it unfolds. */
  controls: string
  onPress: () => void
}

/** Says how much is filtered while that is folded. */
function FilterButton({ count, isOpen, controls, onPress }: FilterButtonProps) {
  return (
    <Button aria-expanded={isOpen} aria-controls={controls} onClick={onPress}>
      <SlidersHorizontal aria-hidden className="size-5" strokeWidth={1.8} />
      {count === 0 ? t('Filter and sort') : t('Filter and sort ({count})', { count })}
    </Button>
  )
}

interface SortControlsProps {
  order: MemberOrder
  onChange: (order: MemberOrder) => void
}

function SortControls({ order, onChange }: SortControlsProps) {
  const isAscending = order.order === 'asc'
  const [Arrow, label] = isAscending ? [ArrowUp, t('Ascending')] : [ArrowDown, t('Descending')]
  return (
    <div className="flex w-full items-center gap-1 sm:w-auto">
      <Select
        className="flex-1"
        aria-label={t('Sort by')}
        value={order.sort}
        onChange={(event) => {
          const sort = memberSorts.find((key) => key === event.target.value)
          if (sort) onChange({ ...order, sort })
        }}
      >
        {memberSorts.map((sort) => (
          <option key={sort} value={sort}>
            {translate(sortLabels[sort])}
          </option>
        ))}
      </Select>
      <Tooltip text={label}>
        <IconButton label={label} variant="subtle" onClick={() => onChange(reverseOrder(order))}>
          <Arrow aria-hidden className="size-5" strokeWidth={1.8} />
        </IconButton>
      </Tooltip>
    </div>
  )
}

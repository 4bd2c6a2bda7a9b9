// Member list state: search, order and page.
import { useState, useEffect } from 'react'
import { membersPageSize } from '#shared/constants.ts'
import { truncateUtf16 } from '#shared/text.ts'
import { isCallError } from '#web/call.ts'
import { usePagedCall, useReadFailure } from '#web/use-call.ts'
import { membersCalls, type Member, type MemberFilter } from '../../contract.ts'
import { isSameFilter } from '../../member-filter.ts'
import { pageCount, type MemberOrder } from '../../member-labels.ts'

/** The server's limit for a search. */
const searchMaxChars = 200

/** What the server searches for: of a longer text, its beginning. */
export function searchOf(typed: string): string {
  return truncateUtf16(typed.trim(), searchMaxChars)
}

interface MembersQuery extends MemberOrder {
  search: string
  filter: MemberFilter
  page: number
  /** The id of the member whose page is current; null after the administrator chose another page. */
  around: number | null
}

export interface MembersView {
  /** The text in the search field; the search follows after a debounce. */
  text: string
  setText: (text: string) => void
  clear: () => void
  /** What the list shows, or will once it has loaded. */
  match: { search: string; filter: MemberFilter }
  order: MemberOrder
  sortBy: (order: MemberOrder) => void
  page: number
  goTo: (page: number) => void
  /** Null until the first page has loaded. */
  rows: readonly Member[] | null
  total: number
  /** The rows belong to the previous page, because the next one is loading or failed. */
  isStale: boolean
  isFailed: boolean
  isFetching: boolean
  refetch: () => void
}

/** Starts at the page that contains `selectedUser`, or at the first one; another filter at the first one. */
export function useMembers(selectedUser: number | null, filter: MemberFilter): MembersView {
  const [text, setText] = useState('')
  const [view, setView] = useState<MembersQuery>({
    sort: 'name',
    order: 'asc',
    search: '',
    filter,
    page: 1,
    around: selectedUser,
  })
  const updateView = (change: Partial<MembersQuery>) => setView({ ...view, page: 1, around: null, ...change })
  const search = useDebouncedValue(searchOf(text))
  if (search !== view.search || !isSameFilter(filter, view.filter)) updateView({ search, filter })
  const list = usePagedCall(membersCalls.members, { query: toQueryParams(view) })
  // Keeps the last loaded page when the next one fails.
  const [lastLoaded, setLastLoaded] = useState(list.data)
  if (list.data && list.data !== lastLoaded) setLastLoaded(list.data)
  const current = list.data ?? lastLoaded
  const isStale = list.isPlaceholderData || !list.data
  const page = view.around === null ? view.page : (current?.page ?? 1)
  const rows = current?.rows ?? null
  const total = current?.total ?? 0
  // No member has the id in the URL, so the list shows the first page.
  const isUnknownMember = view.around !== null && isCallError(list.error) && list.error.status === 404
  if (isUnknownMember) updateView({})
  const isFailed = useReadFailure({ isError: list.isError && !isUnknownMember, isFetching: list.isFetching })
  // The current page no longer exists, because its last member was deleted.
  if (rows?.length === 0 && total > 0 && !isStale && page > pageCount(total)) {
    updateView({ page: pageCount(total) })
  }
  return {
    text,
    setText,
    clear: () => setText(''),
    match: { search: view.search, filter: view.filter },
    order: { sort: view.sort, order: view.order },
    sortBy: updateView,
    page,
    goTo: (next) => updateView({ page: next }),
    rows,
    total,
    isStale,
    isFailed,
    isFetching: list.isFetching,
    refetch: () => void list.refetch(),
  }
}

function toQueryParams({ sort, order, search, filter, page, around }: MembersQuery) {
  return {
    ...(search === '' ? {} : { search }),
    ...filter,
    sort,
    order,
    limit: String(membersPageSize),
    ...(around === null ? { page: String(page) } : { around: String(around) }),
  }
}

const debounceMs = 250

/** The text after a short pause in typing; an emptied text at once. */
export function useDebouncedValue(text: string): string {
  const [debounced, setDebounced] = useState(text)
  if (text === '' && debounced !== '') setDebounced('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

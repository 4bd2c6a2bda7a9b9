// Users tab: the member list with search, sorting, pages and actions.
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { usersPageSize } from '#shared/constants.ts'
import { adminMessages } from '#shared/admin-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { useIsWide } from '#web/use-media-query.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { pageLabel, showingLabel, usersLabel } from '../member-labels.ts'
import { MembersList } from './members-list.tsx'
import { MembersPagination } from './members-pagination.tsx'
import { MembersToolbar } from './members-toolbar.tsx'
import { useMembers, type MembersView } from './use-members.ts'

const loadAddressBans = async () => (await import('./address-bans.tsx')).AddressBans

interface UsersTabProps {
  /** The id of the member whose page opens with a marked row; ignored when unknown (USR-05). */
  selectedUser: number | null
  /** The id of the administrator who views the list. */
  ownId?: number | null
  /** Called after the administrator's own name, address or role changed. */
  onOwnChange?: () => void
}

export function UsersTab(props: UsersTabProps) {
  return <Users key={props.selectedUser} {...props} />
}

function Users({ selectedUser, ownId, onOwnChange }: UsersTabProps) {
  const members = useMembers(selectedUser)
  const tab = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusFallback(tab, heading)
  const hasPages = members.total > usersPageSize
  const isWide = useIsWide()
  const goTo = (page: number) => {
    members.goTo(page)
    // On a phone, the cards of a page are many screens long.
    if (!isWide) heading.current?.scrollIntoView()
  }
  return (
    <div ref={tab} className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="sr-only scroll-mt-24">
        Users
      </h2>
      <MembersToolbar members={members} />
      <p role="status" className="sr-only">
        {statusText(members)}
      </p>
      <MembersList
        members={members}
        selectedUser={selectedUser}
        isWide={isWide}
        heading={heading}
        onEdited={(id) => id === ownId && onOwnChange?.()}
      />
      {hasPages && <MembersPagination page={members.page} total={members.total} onPage={goTo} />}
      {!hasPages && members.total > 0 && <p className="text-small text-ink-3">{usersLabel(members.total)}</p>}
      <p className="text-small text-ink-3">All times are Chicago time.</p>
      <BannedAddresses />
    </div>
  )
}

/** A status message that screen readers announce on change. */
function statusText({ rows, total, page, isFailed }: MembersView): string {
  // The panel shows the failure itself.
  if (isFailed) return ''
  if (rows === null) return 'Loading users'
  if (total <= usersPageSize) return total === 0 ? adminMessages.noUsers : usersLabel(total)
  return `${showingLabel(page, total)}. ${pageLabel(page, total)}`
}

/** Loads the bans only when opened, because they are seldom needed. Typed text survives collapsing. */
function BannedAddresses() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const [AddressBans, prepare] = useLazyImport(loadAddressBans)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div className="mt-4 grid justify-items-start gap-4 border-t border-line pt-4">
      <Button
        variant="quiet"
        className="-ml-3"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          prepare()
          setOpen(!isOpen)
          setOpened(true)
        }}
      >
        <Chevron aria-hidden className="size-4.5" strokeWidth={1.8} />
        Banned addresses
      </Button>
      <div id={id} hidden={!isOpen} className="w-full">
        {wasOpened && (AddressBans ? <AddressBans isOpen={isOpen} /> : <Skeleton className="h-84" />)}
      </div>
    </div>
  )
}

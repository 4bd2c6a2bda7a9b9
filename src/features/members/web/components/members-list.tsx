// A page of members with its loading and error states, and the dialogs opened from its rows.
import { clsx } from 'clsx'
import { useCallback, useRef, type ComponentType, type RefObject, type ReactNode, useState } from 'react'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { isMemberFiltered } from '../../member-filter.ts'
import type { MemberActionRequest, MemberDialogsProps } from '../data/member-actions.ts'
import type { MembersView } from '../hooks/use-members.ts'
import { LastLogin, MemberIdentity, Referrer, Role, Status, TimeSpent } from './member-facts.tsx'
import { MemberMenuButton, type ChooseAction } from './member-menu-button.tsx'
import { MembersTable, type MemberRowsProps } from './members-table.tsx'

interface MembersListProps {
  members: MembersView
  selectedUser: number | null
  /** True shows a table, false cards. */
  isWide: boolean
  /** Takes the focus when the focused element disappears. */
  heading: RefObject<HTMLElement | null>
  onClearFilter: () => void
  onEdited: (memberId: number) => void
  /** The dialogs of a member's actions. Some belong to other features, so the screen passes them in. */
  MemberDialogs: ComponentType<MemberDialogsProps>
}

export function MembersList({
  members,
  selectedUser,
  isWide,
  heading,
  onClearFilter,
  onEdited,
  MemberDialogs,
}: MembersListProps) {
  const { rows, isFailed, isStale, isFetching, refetch } = members
  const { choose, dialog, returnTo } = useMemberDialog()
  const focusAfterDeletion = useFocusAfterRemoval(
    rows?.map(({ id }) => id),
    heading,
  )
  const markedRow = useScrollIntoViewOnce()
  const listProps = { rows: rows ?? [], selectedUser, markedRow, onChoose: choose }
  return (
    <>
      {isFailed && (
        <ErrorPanel
          title={rows === null ? t('The users didn’t load') : t('The latest list didn’t load')}
          busy={isFetching}
          onRetry={refetch}
        >
          {rows === null ? t('Nothing was changed.') : t('The previous list is shown.')}
        </ErrorPanel>
      )}
      {rows === null && !isFailed && <Loading />}
      {rows?.length === 0 && <NoMembers {...{ members, heading, onClearFilter }} />}
      {rows !== null && rows.length > 0 && (
        <div
          aria-busy={isStale && isFetching}
          className={clsx('relative overflow-x-auto transition-opacity', isStale && 'opacity-55')}
        >
          {isWide ? (
            <MembersTable {...listProps} order={members.order} onOrder={members.sortBy} />
          ) : (
            <MembersCards {...listProps} />
          )}
        </div>
      )}
      {dialog && (
        <MemberDialogs
          key={dialog.request.sequence}
          {...dialog}
          onEdited={() => onEdited(dialog.request.member.id)}
          onDeleted={() => {
            returnTo(heading.current)
            focusAfterDeletion(dialog.request.member.id)
          }}
        />
      )}
    </>
  )
}

/** Scrolls the marked row into view on its first appearance only; later the scroll position stays. */
function useScrollIntoViewOnce() {
  const isDone = useRef(false)
  return useCallback((row: HTMLElement | null) => {
    if (!row || isDone.current) return
    isDone.current = true
    row.scrollIntoView({ block: 'center' })
  }, [])
}

type NoMembersProps = Pick<MembersListProps, 'members' | 'heading' | 'onClearFilter'>

function NoMembers({ members, heading, onClearFilter }: NoMembersProps) {
  // The pressed button disappears.
  const press = (clear: () => void) => () => {
    heading.current?.focus({ preventScroll: true })
    clear()
  }
  return (
    <EmptyState
      as="h3"
      title={adminMessages.noUsers}
      action={
        <div className="flex flex-wrap justify-center gap-3 empty:hidden">
          {members.text !== '' && <Button onClick={press(members.clear)}>{t('Clear search')}</Button>}
          {isMemberFiltered(members.match.filter) && (
            <Button onClick={press(onClearFilter)}>{t('Clear filters')}</Button>
          )}
        </div>
      }
    />
  )
}

/** The same height as a page of rows. */
function Loading() {
  return (
    <div className="grid gap-3">
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  )
}

function MembersCards({ rows, selectedUser, markedRow, onChoose }: MemberRowsProps) {
  return (
    <ul aria-label={t('Users')} className="grid gap-3 sm:grid-cols-2">
      {rows.map((member) => {
        const isMarked = member.id === selectedUser
        return (
          <li
            key={member.id}
            ref={isMarked ? markedRow : undefined}
            aria-current={isMarked && 'true'}
            className={clsx(
              'grid content-start gap-2 rounded-panel border px-5 py-4',
              isMarked ? 'border-line-strong bg-primary-soft' : 'border-line bg-surface',
            )}
          >
            <div className="flex items-start justify-between gap-3">
              <MemberIdentity member={member} as="h3" />
              <div className="-me-3 -mt-1">
                <MemberMenuButton member={member} onChoose={onChoose} />
              </div>
            </div>
            <dl className="flex flex-wrap gap-x-5 gap-y-0.5 text-small tabular-nums [&_.block]:inline">
              <Fact title={t('Role')}>
                <Role member={member} />
              </Fact>
              <Fact title={t('Status')}>
                <Status member={member} />
              </Fact>
              <Fact title={t('Time spent')}>
                <TimeSpent minutes={member.totalTimeSpent} />
              </Fact>
              <Fact title={t('Last login')}>
                <LastLogin at={member.lastLogin} />
              </Fact>
              <Fact title={t('Referred by')}>
                <Referrer member={member} />
              </Fact>
              <Fact title={t('Referrals')}>{formatNumber(member.referralCount)}</Fact>
              <Fact title={t('Points')}>{formatNumber(member.quantumLovePoints)}</Fact>
            </dl>
          </li>
        )
      })}
    </ul>
  )
}

/** In the flow of the others, so that a card stays low. */
function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline gap-x-1.5 wrap-anywhere">
      <dt className="flex-none text-ink-3">{title}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

/** Which dialog of a member is open, and where the focus returns. */
function useMemberDialog() {
  const [request, setRequest] = useState<MemberActionRequest | null>(null)
  const [isOpen, setOpen] = useState(false)
  const returnFocusTo = useRef<HTMLElement>(null)
  const choose: ChooseAction = (action, member, button) => {
    returnFocusTo.current = button
    setRequest({ action, member, sequence: (request?.sequence ?? 0) + 1 })
    setOpen(true)
  }
  return {
    choose,
    /** Sets the focus target for when the button no longer exists. */
    returnTo: (element: HTMLElement | null) => {
      returnFocusTo.current = element
    },
    /** The dialog's subject; it remains while the dialog closes. */
    dialog: request && { request, open: isOpen, onClose: () => setOpen(false), returnFocusTo },
  }
}

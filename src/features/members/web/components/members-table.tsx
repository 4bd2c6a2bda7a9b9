// Members as a table, on wide screens.
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t, translate } from '#shared/i18n/t.ts'
import type { Member, MemberSort } from '../../contract.ts'
import { nextOrder, sortLabels, type MemberOrder } from '../../member-labels.ts'
import { LastLogin, MemberIdentity, Referrer, Role, Status, TimeSpent } from './member-facts.tsx'
import { MemberMenuButton, type ChooseAction } from './member-menu-button.tsx'

export interface MemberRowsProps {
  rows: readonly Member[]
  /** The id of the member whose row is marked. */
  selectedUser: number | null
  /** Scrolls the marked row into view. */
  markedRow: (row: HTMLElement | null) => void
  onChoose: ChooseAction
}

interface MembersTableProps extends MemberRowsProps {
  order: MemberOrder
  onOrder: (order: MemberOrder) => void
}

export function MembersTable({ rows, selectedUser, markedRow, onChoose, order, onOrder }: MembersTableProps) {
  const sorted = (sort: MemberSort) => (
    <SortedHeader sort={sort} order={order} onPress={() => onOrder(nextOrder(order, sort))} />
  )
  return (
    <table aria-label={t('Users')} className="members-table">
      <thead>
        <tr>
          {sorted('name')}
          <th scope="col">{t('Role')}</th>
          <th scope="col">{t('Status')}</th>
          {sorted('timeSpent')}
          {sorted('referredBy')}
          {sorted('referralCount')}
          <th scope="col">{t('Points')}</th>
          <th scope="col">{t('Last login')}</th>
          <th scope="col">
            <span className="sr-only">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((member) => (
          <Row
            key={member.id}
            member={member}
            {...(member.id === selectedUser ? { marked: markedRow } : {})}
            actions={<MemberMenuButton member={member} onChoose={onChoose} />}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  member: Member
  /** The ref of the marked row. */
  marked?: MemberRowsProps['markedRow']
  actions: ReactNode
}

function Row({ member, marked, actions }: RowProps) {
  return (
    <tr ref={marked} aria-current={marked && 'true'}>
      <th scope="row">
        <MemberIdentity member={member} />
      </th>
      <td>
        <Role member={member} />
      </td>
      <td>
        <Status member={member} />
      </td>
      <td>
        <TimeSpent minutes={member.totalTimeSpent} />
      </td>
      <td>
        <Referrer member={member} />
      </td>
      <td>{formatNumber(member.referralCount)}</td>
      <td>{formatNumber(member.quantumLovePoints)}</td>
      <td>
        <LastLogin at={member.lastLogin} />
      </td>
      <td>{actions}</td>
    </tr>
  )
}

interface SortedHeaderProps {
  sort: MemberSort
  order: MemberOrder
  onPress: () => void
}

function SortedHeader({ sort, order, onPress }: SortedHeaderProps) {
  const direction = order.sort === sort ? order.order : null
  const Arrow = direction === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" onClick={onPress}>
        <span>{translate(sortLabels[sort])}</span>
        <Arrow aria-hidden className="size-4 flex-none" strokeWidth={1.8} />
      </button>
    </th>
  )
}

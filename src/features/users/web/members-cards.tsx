// Members as cards, on phones and tablets.
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format-number.ts'
import { roleLabel } from '../member-labels.ts'
import { LastLogin, MemberIdentity, Referrer, Status, TimeSpent } from './member-facts.tsx'
import { MemberMenuButton } from './member-menu-button.tsx'
import type { MemberRowsProps } from './members-table.tsx'

export function MembersCards({ rows, selectedUser, markedRow, onChoose }: MemberRowsProps) {
  return (
    <ul aria-label="Users" className="grid gap-3 sm:grid-cols-2">
      {rows.map((member) => {
        const isMarked = member.id === selectedUser
        return (
          <li
            key={member.id}
            ref={isMarked ? markedRow : undefined}
            aria-current={isMarked && 'true'}
            className={clsx(
              'grid content-start gap-3 rounded-panel border p-5',
              isMarked ? 'border-line-strong bg-primary-soft' : 'border-line bg-surface',
            )}
          >
            <div className="flex items-start justify-between gap-3">
              <MemberIdentity member={member} as="h3" />
              <div className="-mt-1 -mr-3">
                <MemberMenuButton member={member} onChoose={onChoose} />
              </div>
            </div>
            <dl className="grid grid-cols-2 gap-x-4 gap-y-3 tabular-nums">
              <Fact title="Role">{roleLabel(member)}</Fact>
              <Fact title="Status">
                <Status member={member} />
              </Fact>
              <Fact title="Time spent">
                <TimeSpent minutes={member.totalTimeSpent} />
              </Fact>
              <Fact title="Last login">
                <LastLogin at={member.lastLogin} />
              </Fact>
              <Fact title="Referred by" wide>
                <Referrer member={member} />
              </Fact>
              <Fact title="Referrals">{formatNumber(member.referralCount)}</Fact>
              <Fact title="Points">{formatNumber(member.quantumLovePoints)}</Fact>
            </dl>
          </li>
        )
      })}
    </ul>
  )
}

function Fact({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={clsx('min-w-0 wrap-anywhere', wide && 'col-span-2')}>
      <dt className="text-small text-ink-3">{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

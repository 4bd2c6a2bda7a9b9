// Member details shared by the table and the cards.
import { clsx } from 'clsx'
import { useState } from 'react'
import { timestampToMs } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { localTimeSuffix } from '#shared/local-time.ts'
import { communityZone } from '#web/community-days.ts'
import { localZone } from '#web/local-zone.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { Member } from '../../contract.ts'
import './members.css'
import {
  hoursLabel,
  mayHostName,
  minutesLabel,
  timestampLabel,
  referrerLabel,
  roleLabel,
  statusLabel,
} from '../../member-labels.ts'

/** Picture, name and address; `as` is the element of the name. */
export function MemberIdentity({ member, as: Name = 'p' }: { member: Member; as?: 'p' | 'h3' }) {
  const email = member.email === null ? null : readableEmail(member.email)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar id={member.id} name={member.name} src={member.profilePicture} size={38} />
      <div className="grid min-w-0">
        <Name dir="auto" translate="no" className="text-start font-strong wrap-anywhere text-ink">
          {member.name}
        </Name>
        <p title={email ?? undefined} className="member-email text-small font-normal text-ink-3">
          <EmailAddress email={email ?? t('No email')} />
        </p>
      </div>
    </div>
  )
}

/** Breaks after the @ first, not within the domain. */
function EmailAddress({ email }: { email: string }) {
  const at = email.indexOf('@') + 1
  return (
    <>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </>
  )
}

/** The role, and below it the mark of who may hold sittings. */
export function Role({ member }: { member: Member }) {
  return (
    <>
      <span>{roleLabel(member)}</span>
      {member.mayHost && (
        <>
          {' '}
          <span className="block w-fit rounded-field bg-primary-soft px-2 text-small whitespace-normal text-ink">
            {translate(mayHostName)}
          </span>
        </>
      )}
    </>
  )
}

export function Status({ member }: { member: Member }) {
  const { isBanned, bannedUntil } = member
  return (
    <>
      <span
        className={clsx(
          'text-small',
          isBanned ? 'inline-flex rounded-pill bg-danger-soft px-2 text-danger' : 'text-ink-3',
        )}
      >
        {statusLabel(member)}
      </span>
      {isBanned && bannedUntil !== null && (
        <>
          {' '}
          <span className="block text-small text-ink-3">
            {t('until {day}, {time}', timestampLabel(bannedUntil, communityZone()))}
          </span>
        </>
      )}
    </>
  )
}

export function TimeSpent({ minutes }: { minutes: number }) {
  const hours = hoursLabel(minutes)
  return (
    <>
      <span>{minutesLabel(minutes)}</span>{' '}
      {hours !== null && <span className="block text-small text-ink-3">{hours}</span>}
    </>
  )
}

export function Referrer({ member }: { member: Member }) {
  return referrerLabel(member) ?? <EmptyValue label={t('Nobody')} />
}

export function LastLogin({ at }: { at: string | null }) {
  const [local] = useState(localZone)
  if (at === null) return <EmptyValue label={t('Never')} />
  const community = communityZone()
  const { day, time } = timestampLabel(at, community)
  const localTime = localTimeSuffix(timestampToMs(at), { community, local }, { isListed: true }).trim()
  return (
    <time dateTime={at} translate="no">
      <span>{day}</span>{' '}
      <span className="block text-small whitespace-normal text-ink-3 *:whitespace-nowrap">
        <span>{time}</span> <span>{localTime}</span>
      </span>
    </time>
  )
}

function EmptyValue({ label }: { label: string }) {
  return (
    <span className="text-ink-3">
      <span aria-hidden>–</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

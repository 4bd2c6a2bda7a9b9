// Activity entry: actor, action, target, time and the changed fields.
import { clsx } from 'clsx'
import { Fragment, useState, type ReactNode } from 'react'
import { formatTimeOfDay, timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { localTimeSuffix } from '#shared/local-time.ts'
import { communityZone } from '#web/community-days.ts'
import { localZone } from '#web/local-zone.ts'
import { ListClocks } from '#web/ui/list-clocks.tsx'
import { Summary } from '#web/ui/summary.tsx'
import type { Activity, FieldChange, NamedUser } from '../contract.ts'
import { formatTimestamp } from '../format-timestamp.ts'
import './activity.css'

/** Renders a person's name as a link; the app knows the route. */
export type RenderUserLink = (person: NamedUser) => ReactNode

const renderPlainName: RenderUserLink = ({ name }) => name

interface ActivitySentenceProps {
  activity: Activity
  userLink?: RenderUserLink | undefined
}

/** 'Ada Adler banned Mo Member'. */
export function ActivitySentence({ activity, userLink = renderPlainName }: ActivitySentenceProps) {
  return (
    <p className="activity-sentence min-w-0 wrap-anywhere">
      {activity.sentence.map(({ text, role, memberId }, index) =>
        role === 'words' ? (
          <span key={index}>{text}</span>
        ) : (
          <b key={index} dir="auto" translate={role === 'actor' ? 'no' : undefined} className="font-strong">
            {memberId === null ? text : userLink({ id: memberId, name: text })}
          </b>
        ),
      )}
    </p>
  )
}

/** The time alone below a day heading, otherwise with the day. */
export function ActivityTime({ at, withDay }: { at: string; withDay: boolean }) {
  const [local] = useState(localZone)
  const atMs = timestampToMs(at)
  const community = communityZone()
  return (
    <time dateTime={at} translate="no" className="text-small text-ink-3 tabular-nums sm:whitespace-nowrap">
      {`${withDay ? formatTimestamp(at, community) : formatTimeOfDay(atMs, community)}${localTimeSuffix(atMs, { community, local }, { isListed: true })}`}
    </time>
  )
}

export function ActivityClocks({ activities }: { activities: readonly Activity[] }) {
  return <ListClocks times={activities.map(({ createdAt }) => timestampToMs(createdAt))} />
}

const inlineChangesMax = 3
const inlineChangesMaxChars = 160

/** Shows a few short changes open and collapses longer lists. */
export function ActivityChanges({ changes }: Pick<Activity, 'changes'>) {
  if (changes.length === 0) return null
  const isShort =
    changes.length <= inlineChangesMax &&
    changes.every(
      ({ before, after }) => (before ?? '').length + (after ?? '').length <= inlineChangesMaxChars,
    )
  if (isShort) return <FieldChangeList changes={changes} />
  return (
    <details>
      <Summary className="text-small text-ink-2 hover:text-ink">{changesSummary(changes)}</Summary>
      <FieldChangeList changes={changes} />
    </details>
  )
}

/** 'Title, Duration, Steps and 2 more' */
function changesSummary(changes: readonly FieldChange[]): string {
  const labels = changes.map(({ label }) => label)
  const shown = labels.slice(0, inlineChangesMax).join(', ')
  const more = labels.length - inlineChangesMax
  return more > 0 ? t('{labels} and {count} more', { labels: shown, count: more }) : shown
}

function FieldChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="activity-changes mt-1.5 grid gap-x-4 gap-y-1 border-s-2 border-line ps-3 text-small">
      {changes.map((change) => (
        <Fragment key={change.label}>
          <dt className="text-ink-3">{change.label}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap text-ink-2">
            <FieldChangeValue {...change} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function FieldChangeValue({ before, after }: FieldChange) {
  if (before === null) return after
  return (
    <>
      <del className={clsx(after !== null && 'text-ink-3')}>{before}</del>
      {after !== null && (
        <>
          <span aria-hidden> → </span>
          <ins className="text-ink no-underline">{after}</ins>
        </>
      )}
    </>
  )
}

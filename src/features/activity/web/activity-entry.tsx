// Activity entry: actor, action, target, time and the changed fields.
import { clsx } from 'clsx'
import { Fragment, type ReactNode } from 'react'
import { timestampToMs, formatTimeOfDay } from '#shared/day.ts'
import type { Activity, NamedPerson } from '../contract.ts'
import { fieldChangesOf, formatMoment, describeActivity, type FieldChange } from '../format-activity.ts'
import './activity.css'

/** Renders a person's name as a link; the app knows the route. */
export type RenderPersonLink = (person: NamedPerson) => ReactNode

const renderPlainName: RenderPersonLink = ({ name }) => name

interface ActivitySentenceProps {
  activity: Activity
  people: readonly NamedPerson[]
  personLink?: RenderPersonLink | undefined
}

/** 'Ada Adler banned Mo Member'. */
export function ActivitySentence({ activity, people, personLink = renderPlainName }: ActivitySentenceProps) {
  const { verb, target, rest } = describeActivity(activity, people)
  return (
    <p className="activity-sentence min-w-0 wrap-anywhere">
      <b dir="auto" className="font-strong">
        {activity.actor?.name ?? 'The operator'}
      </b>{' '}
      {verb}
      {target && (
        <>
          {' '}
          <b dir="auto" className="font-strong">
            {'person' in target ? personLink(target.person) : target.thing}
          </b>
        </>
      )}
      {rest}
    </p>
  )
}

/** The time alone below a day heading, otherwise with the day. */
export function ActivityTime({ at, withDay }: { at: string; withDay: boolean }) {
  return (
    <time dateTime={at} className="text-small whitespace-nowrap text-ink-3 tabular-nums">
      {withDay ? formatMoment(at) : formatTimeOfDay(timestampToMs(at))}
    </time>
  )
}

const inlineChangesMax = 3
const inlineChangesMaxChars = 160

/** Shows a few short changes open and collapses longer lists. */
export function ActivityChanges({ activity, people }: Omit<ActivitySentenceProps, 'personLink'>) {
  const facts = fieldChangesOf(activity, people)
  if (facts.length === 0) return null
  const isShort =
    facts.length <= inlineChangesMax &&
    facts.every(({ before, after }) => (before ?? '').length + (after ?? '').length <= inlineChangesMaxChars)
  if (isShort) return <FieldChangeList facts={facts} />
  return (
    <details>
      <summary className="min-h-11 w-fit content-center text-small text-ink-2 hover:text-ink">
        {changesSummary(facts)}
      </summary>
      <FieldChangeList facts={facts} />
    </details>
  )
}

/** 'Title, Duration, Steps and 2 more' */
function changesSummary(facts: readonly FieldChange[]): string {
  const labels = facts.map(({ label }) => label)
  const shown = labels.slice(0, inlineChangesMax).join(', ')
  return labels.length > inlineChangesMax ? `${shown} and ${labels.length - inlineChangesMax} more` : shown
}

function FieldChangeList({ facts }: { facts: readonly FieldChange[] }) {
  return (
    <dl className="activity-facts grid gap-x-4 gap-y-1 text-small">
      {facts.map((fact) => (
        <Fragment key={fact.label}>
          <dt className="text-ink-3">{fact.label}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap text-ink-2">
            <FieldChangeValue {...fact} />
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

// One line of what was done: who, what, to whom, when; and below it what changed.
import { clsx } from 'clsx'
import { Fragment, type ReactNode } from 'react'
import { momentMs, timeInWords } from '#shared/day.ts'
import type { Activity, NamedPerson } from '../contract.ts'
import { factsOf, momentInWords, actionInWords, type Fact } from '../words.ts'
import './activity.css'

/** How a person's name leads to them; the app knows where they are. */
export type PersonLink = (person: NamedPerson) => ReactNode

const nameAlone: PersonLink = ({ name }) => name

interface ActivitySentenceProps {
  activity: Activity
  people: readonly NamedPerson[]
  personLink?: PersonLink | undefined
}

/** 'Ada Adler banned Mo Member'. */
export function ActivitySentence({ activity, people, personLink = nameAlone }: ActivitySentenceProps) {
  const { verb, target, rest } = actionInWords(activity, people)
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

/** When it was: the wall time alone below a day's heading, else with the day. */
export function ActivityMoment({ at, withDay }: { at: string; withDay: boolean }) {
  return (
    <time dateTime={at} className="text-small whitespace-nowrap text-ink-3 tabular-nums">
      {withDay ? momentInWords(at) : timeInWords(momentMs(at))}
    </time>
  )
}

const shownOpenMax = 3
const shownOpenMaxChars = 160

/** A few short ones stand open, more are folded away. */
export function ActivityFacts({ activity, people }: Omit<ActivitySentenceProps, 'personLink'>) {
  const facts = factsOf(activity, people)
  if (facts.length === 0) return null
  const isShort =
    facts.length <= shownOpenMax &&
    facts.every(({ before, after }) => (before ?? '').length + (after ?? '').length <= shownOpenMaxChars)
  if (isShort) return <Facts facts={facts} />
  return (
    <details>
      <summary className="min-h-11 w-fit content-center text-small text-ink-2 hover:text-ink">
        {summaryOf(facts)}
      </summary>
      <Facts facts={facts} />
    </details>
  )
}

/** 'Title, Duration, Steps and 2 more'. */
function summaryOf(facts: readonly Fact[]): string {
  const labels = facts.map(({ label }) => label)
  const shown = labels.slice(0, shownOpenMax).join(', ')
  return labels.length > shownOpenMax ? `${shown} and ${labels.length - shownOpenMax} more` : shown
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="activity-facts grid gap-x-4 gap-y-1 text-small">
      {facts.map((fact) => (
        <Fragment key={fact.label}>
          <dt className="text-ink-3">{fact.label}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap text-ink-2">
            <Change {...fact} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function Change({ before, after }: Fact) {
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

// A member's own rhythm on the history's screen: this week, the last weeks, and what they chose to see (RHY-01 to RHY-06).
import './rhythm.css'
import { capitalize, formatDay, formatDayRange, weekOf } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Summary } from '#web/ui/summary.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { useChoices, useResponseUpdate } from '#web/use-choices.ts'
import { useToday } from '#web/use-today.ts'
import { rhythmCalls, type RhythmChoices } from '../contract.ts'
import { isBackAfterBreak, lastWeeks, streakOf, weeksInRhythm, type RhythmWeek } from '../rhythm.ts'

export function RhythmSection() {
  const rhythm = useCall(
    rhythmCalls.rhythm,
    {},
    { uncached: true, refetchOnFocus: true, nullWhenSignedOut: true },
  )
  const isFailed = useReadFailure(rhythm)
  const update = useResponseUpdate(rhythmCalls.rhythm)
  const { pending, choose, errorOf } = useChoices(rhythmCalls.chooseRhythm, {
    inputOf: (press: Partial<RhythmChoices>) => ({ body: press }),
    onSaved: (saved) => update((before) => ({ ...before, choices: saved })),
    onError: (error) => logFailure('The rhythm was not saved.', error),
  })
  const { data } = rhythm
  const choices =
    data && pending.reduce<RhythmChoices>((before, press) => ({ ...before, ...press }), data.choices)
  const isShownFailure = errorOf('isShown') && <FormError>{messages.notSaved}</FormError>
  if (choices && !choices.isShown)
    return (
      <div className="grid justify-items-start gap-2">
        <Button variant="subtle" onClick={() => choose({ isShown: true })}>
          {t('Show your rhythm')}
        </Button>
        {isShownFailure}
      </div>
    )
  return (
    <Section title={t('Your rhythm')}>
      {data && choices ? (
        <div className="rhythm-card grid gap-5 rounded-panel border border-line bg-surface p-5">
          <RhythmDays days={data.days} choices={choices} />
          {/* The height of its line is for the finger, and no gap. */}
          <details className="-my-2.5">
            <Summary className="text-small text-ink-2">{t('Choose your rhythm')}</Summary>
            <ChoiceFields choices={choices} choose={choose} errorOf={errorOf} />
          </details>
          {isShownFailure}
        </div>
      ) : isFailed ? (
        <ErrorPanel busy={rhythm.isFetching} onRetry={() => void rhythm.refetch()}>
          {t('Your rhythm didn’t load.')}
        </ErrorPanel>
      ) : (
        <div role="status">
          <span className="sr-only">{t('Loading your rhythm')}</span>
          <Skeleton className="rhythm-card" />
        </div>
      )}
    </Section>
  )
}

interface RhythmDaysProps {
  days: readonly string[]
  choices: RhythmChoices
}

function RhythmDays({ days, choices: { daysAWeek, hasStreak } }: RhythmDaysProps) {
  const today = useToday()
  const weeks = lastWeeks(days, today)
  const count = weeks.at(-1)?.count ?? 0
  const streak = hasStreak ? streakOf(days, today) : 0
  const inRhythm = daysAWeek === null ? 0 : weeksInRhythm(days, daysAWeek)
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <div className="grid gap-1">
          {isBackAfterBreak(days, today) && <p className="font-strong">{t('Welcome back')}</p>}
          <p>{thisWeekSentence(count, daysAWeek)}</p>
          {inRhythm > 0 && (
            <p className="text-small text-ink-2">
              {t('{count, plural, one {# week in your rhythm} other {# weeks in your rhythm}}', {
                count: inRhythm,
              })}
            </p>
          )}
          {streak > 0 && (
            <p className="text-small text-ink-2">
              {t('{count, plural, one {# day in a row} other {# days in a row}}', { count: streak })}
            </p>
          )}
        </div>
        <ThisWeek days={days} today={today} />
      </div>
      <Weeks weeks={weeks} />
    </div>
  )
}

function thisWeekSentence(count: number, daysAWeek: number | null): string {
  if (daysAWeek !== null)
    return t(
      '{daysAWeek, plural, one {{count, number} of # day this week} other {{count, number} of # days this week}}',
      { count, daysAWeek },
    )
  return count === 0
    ? t('This week is open. A day counts from one minute of sitting.')
    : t('{count, plural, one {# day this week} other {# days this week}}', { count })
}

function ThisWeek({ days, today }: { days: readonly string[]; today: string }) {
  return (
    <ol aria-label={t('This week')} className="rhythm-days text-small text-ink-3">
      {weekOf(today).map((day) => (
        <li key={day} aria-current={day === today ? 'date' : undefined}>
          <span aria-hidden>{capitalize(formatDay(day, 'shortWeekday'))}</span>
          <span className="sr-only">
            {daySentence(day, { hasSat: days.includes(day), isAhead: day > today })}
          </span>
          <span aria-hidden className="rhythm-dot" data-sat={days.includes(day) || undefined} />
        </li>
      ))}
    </ol>
  )
}

function daySentence(day: string, { hasSat, isAhead }: { hasSat: boolean; isAhead: boolean }): string {
  const date = capitalize(formatDay(day))
  return hasSat ? t('{date}: you sat', { date }) : isAhead ? t('{date}: ahead', { date }) : date
}

function Weeks({ weeks }: { weeks: readonly RhythmWeek[] }) {
  return (
    <div className="grid gap-2 text-small text-ink-3">
      <p>{t('The last eight weeks')}</p>
      <ol aria-label={t('The last eight weeks')} className="rhythm-weeks">
        {weeks.map(({ from, to, count }) => (
          <li key={from}>
            <span className="sr-only">
              {t('{count, plural, one {{week}: # day} other {{week}: # days}}', {
                count,
                week: formatDayRange(from, to),
              })}
            </span>
            <span aria-hidden className="tabular-nums">
              {count > 0 && <span>{count}</span>}
            </span>
            <span aria-hidden className="rhythm-bar" style={{ height: `${(count / 7) * 4}rem` }} />
          </li>
        ))}
      </ol>
    </div>
  )
}

interface ChoiceFieldsProps {
  choices: RhythmChoices
  choose: (press: Partial<RhythmChoices>) => void
  errorOf: (field: keyof RhythmChoices) => Error | null
}

const dayCounts = [1, 2, 3, 4, 5, 6, 7]

function ChoiceFields({ choices, choose, errorOf }: ChoiceFieldsProps) {
  const sentenceOf = (field: keyof RhythmChoices) => (errorOf(field) ? messages.notSaved : undefined)
  return (
    <div className="grid max-w-md gap-3">
      <Field
        label={t('Days a week')}
        hint={t('A week begins on Monday. A day counts from one minute of sitting.')}
        error={sentenceOf('daysAWeek')}
      >
        <Select
          value={choices.daysAWeek ?? ''}
          onChange={({ target }) => choose({ daysAWeek: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">{t('None chosen')}</option>
          {dayCounts.map((count) => (
            <option key={count} value={count}>
              {t('{count, plural, one {# day} other {# days}}', { count })}
            </option>
          ))}
        </Select>
      </Field>
      <Switch
        label={t('Count days in a row')}
        hint={t('One missed day in seven doesn’t end them.')}
        error={sentenceOf('hasStreak')}
        checked={choices.hasStreak}
        onChange={({ target }) => choose({ hasStreak: target.checked })}
      />
      <Button className="justify-self-start" onClick={() => choose({ isShown: false })}>
        {t('Hide your rhythm')}
      </Button>
    </div>
  )
}

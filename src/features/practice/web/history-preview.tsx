// What an import would do: its sits, days, and the rows that it leaves out, by number and reason.
import { useEffect, useRef, type ReactNode } from 'react'
import { formatDay } from '#shared/day.ts'
import { readFileDate, dateOrders, type DateOrder } from '#shared/file-dates.ts'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Summary } from '#web/ui/summary.tsx'
import { type BadReason, type ImportSummary, type SkippedReason } from '../contract.ts'
import { capitalizeSource } from '../sources.ts'
import { formatRows, formatSpan, formatTotals, rowReasonText } from '../summary-words.ts'

export function HistoryPreview({ summary }: { summary: ImportSummary }) {
  const { rows, skipped, bad } = summary
  const totals = formatTotals(summary)
  return (
    <>
      <StepText>
        <span className="block font-strong text-ink wrap-anywhere">{capitalizeSource(summary)}</span>
        {t('{count, plural, one {The file has # row.} other {The file has # rows.}}', { count: rows })}
      </StepText>
      {totals.length === 0 ? (
        <p>{t('There is nothing new in this file.')}</p>
      ) : (
        <dl className="grid gap-3 rounded-panel bg-sunken px-5 py-4">
          <div className="grid gap-0.5">
            <dt className="text-small text-ink-2">{t('Will be added')}</dt>
            {totals.map((total) => (
              <dd key={total} className="font-strong">
                {total}
              </dd>
            ))}
          </div>
          <div className="grid gap-0.5">
            <dt className="text-small text-ink-2">{t('Days')}</dt>
            <dd>{formatSpan(summary)}</dd>
          </div>
        </dl>
      )}
      <LeftOut title={t('Skipped')} groups={skipped} />
      <LeftOut title={t('Can’t be read')} groups={bad} />
    </>
  )
}

interface LeftOutProps {
  title: string
  groups: readonly { reason: SkippedReason | BadReason; rows: readonly number[] }[]
}

function LeftOut({ title, groups }: LeftOutProps) {
  if (groups.length === 0) return null
  return (
    <section className="grid gap-3">
      <h3 className="font-strong">{title}</h3>
      <ul className="grid gap-3 text-small">
        {groups.map(({ reason, rows }) => (
          <li key={reason} className="grid gap-0.5">
            <span>{rowReasonText(reason)}</span>
            <RowNumbers rows={rows} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const manyRows = 40

function RowNumbers({ rows }: { rows: readonly number[] }) {
  const numbers = formatRows(rows)
  if (rows.length <= manyRows)
    return (
      <span className="text-ink-3 tabular-nums">
        {t('{count, plural, one {Row {rows}} other {# rows: {rows}}}', { count: rows.length, rows: numbers })}
      </span>
    )
  return (
    <details>
      <Summary className="text-ink-3">
        {t('{count, plural, one {# row} other {# rows}}', { count: rows.length })}
      </Summary>
      <p className="text-ink-3 tabular-nums wrap-anywhere">{numbers}</p>
    </details>
  )
}

interface DateOrderQuestionProps {
  /** As the file writes it. */
  date: string
  isBusy: boolean
  onChoose: (order: DateOrder) => void
}

export function DateOrderQuestion({ date, isBusy, onChoose }: DateOrderQuestionProps) {
  return (
    <>
      <StepText>{t('This file writes dates such as {date}. Which day is that?', { date })}</StepText>
      <div className="flex flex-wrap gap-3">
        {dateOrders.map((order) => {
          const day = readFileDate(date, order)?.day
          return (
            <Button key={order} disabled={isBusy} onClick={() => onChoose(order)}>
              {day === undefined
                ? order === 'month-first'
                  ? t('The month comes first')
                  : t('The day comes first')
                : formatDay(day, 'long')}
            </Button>
          )
        })}
      </div>
    </>
  )
}

/** Takes the focus: the button that led here is gone. */
function StepText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1} className="text-ink-2 focus:outline-none">
      {children}
    </p>
  )
}

// 'Add attendance': what the community recorded of the people of a list, offered to each of them (JOIN-06).
import { useEffect, useRef, useState } from 'react'
import { hoursLabel, minutesLabel } from '#features/members/member-labels.ts'
import { attendanceRowsMax, attendanceTextMaxChars } from '#shared/constants.ts'
import type { DateOrder } from '#shared/file-dates.ts'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf, objectionOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { inviteBatchesCalls, type AttendancePreview, type AttendanceState } from '../contract.ts'
import { PeopleRows } from './people-rows.tsx'
import { TableSource } from './table-source.tsx'

/** Reads a file, and adds it after its preview. */
function useAttendance(batchId: number, onClose: () => void) {
  const [text, setText] = useState('')
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null)
  const [preview, setPreview] = useState<AttendancePreview | null>(null)
  const [tableError, setTableError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const reading = useCallMutation(inviteBatchesCalls.previewAttendance)
  const adding = useCallMutation(inviteBatchesCalls.addAttendance, {
    refetch: [inviteBatchesCalls.inviteBatches],
    onSuccess: ({ ready }) => {
      toast({
        title: t('Attendance added'),
        description: t('{people, plural, one {One person} other {# people}} can keep it or not.', {
          people: ready.people,
        }),
      })
      onClose()
    },
    onError: (error) =>
      setFailure(errorMessageOf(error, t('The attendance wasn’t added. Please try again.'))),
  })
  const inputOf = (order: DateOrder | null) => ({
    params: { id: String(batchId) },
    body: { text, ...(order === null ? {} : { dateOrder: order }) },
  })
  return {
    text,
    dateOrder,
    preview,
    tableError,
    failure,
    isReading: reading.isPending,
    isAdding: adding.isPending,
    setTableError,
    type: (typed: string) => {
      // A preview that is under way is of another text.
      reading.reset()
      setTableError(null)
      setText(typed)
    },
    read: (order: DateOrder | null) => {
      if (reading.isPending) return
      setTableError(null)
      setDateOrder(order)
      reading.mutate(inputOf(order), {
        onSuccess: setPreview,
        onError: (error) => setTableError(objectionOf(error, t('The file wasn’t read. Please try again.'))),
      })
    },
    add: () => {
      setFailure(null)
      if (!adding.isPending) adding.mutate(inputOf(dateOrder))
    },
    back: () => setPreview(null),
  }
}

export function AttendanceDialog({ batchId, onClose }: { batchId: number; onClose: () => void }) {
  const attendance = useAttendance(batchId, onClose)
  const { text, dateOrder, preview, tableError, failure, isReading, isAdding, read } = attendance
  const isBusy = isReading || isAdding
  const leaving = useAskBeforeLeaving({ open: true, isChanged: text !== '', leave: onClose })
  const isReady = preview !== null && preview.ready.rows > 0
  return (
    <>
      <Dialog
        open
        size="lg"
        title={t('Add attendance')}
        description={t(
          'What your community recorded about its people. Each person sees theirs once their address is confirmed, and keeps it or not. It counts nowhere else.',
        )}
        onOpenChange={() => !isBusy && leaving.ask()}
        footer={
          preview === null ? (
            <>
              <Button onClick={leaving.ask}>{t('Cancel')}</Button>
              <Button
                variant="primary"
                disabled={text.trim() === ''}
                busy={isReading}
                onClick={() => read(null)}
              >
                {t('Preview')}
              </Button>
            </>
          ) : (
            <>
              <Button disabled={isBusy} onClick={attendance.back}>
                {t('Back')}
              </Button>
              <Button variant="primary" disabled={!isReady} busy={isAdding} onClick={attendance.add}>
                {t('Add')}
              </Button>
            </>
          )
        }
      >
        {preview === null ? (
          <TableSource
            label={t('Attendance')}
            hint={t(
              'A table with the columns email, date and minutes, one row for each sitting. At most {max, number} rows; add several files one after the other.',
              { max: attendanceRowsMax },
            )}
            text={text}
            error={tableError}
            maxChars={attendanceTextMaxChars}
            onText={attendance.type}
            onError={attendance.setTableError}
          />
        ) : (
          <div className="grid gap-5">
            {failure !== null && <FormError>{failure}</FormError>}
            {tableError !== null && <FormError>{tableError}</FormError>}
            {(preview.isOrderNeeded || dateOrder !== null) && (
              <OrderQuestion value={dateOrder} isBusy={isReading} onChange={read} />
            )}
            {!preview.isOrderNeeded && <AttendanceResult preview={preview} />}
          </div>
        )}
      </Dialog>
      {leaving.question}
    </>
  )
}

interface OrderQuestionProps {
  value: DateOrder | null
  isBusy: boolean
  onChange: (order: DateOrder) => void
}

function OrderQuestion({ value, isBusy, onChange }: OrderQuestionProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <p>{t('The dates of this file can be read in two ways. What is 03/04?')}</p>
      <Segmented
        legend={t('What is 03/04?')}
        options={[
          { value: 'day-first', label: t('April 3') },
          { value: 'month-first', label: t('March 4') },
        ]}
        value={value}
        disabled={isBusy}
        onChange={onChange}
      />
    </div>
  )
}

function AttendanceResult({ preview: { ready, skipped, problems } }: { preview: AttendancePreview }) {
  const summary = useRef<HTMLParagraphElement>(null)
  // The button that led here has become another one.
  useEffect(() => summary.current?.focus(), [])
  return (
    <>
      <p ref={summary} tabIndex={-1} role="status" className="text-ink-2 focus:outline-none">
        {t(
          '{rows, plural, one {One row} other {# rows}} of {people, plural, one {one person} other {# people}}, {time} together.',
          { ...ready, time: hoursLabel(ready.minutes) ?? minutesLabel(ready.minutes) },
        )}{' '}
        {skipped > 0 &&
          t('{count, plural, one {One row is} other {# rows are}} left out.', { count: skipped })}
      </p>
      {problems.length > 0 && (
        <PeopleRows
          stateLabel={t('Why it is left out')}
          rows={problems.map(({ row, email, date, state }) => ({
            row,
            email,
            details: date,
            state: problemOf(state),
            isBad: true,
          }))}
        />
      )}
      {problems.length < skipped && (
        <p className="text-small text-ink-3">
          {t('The first {count, number} are shown.', { count: problems.length })}
        </p>
      )}
    </>
  )
}

function problemOf(state: AttendanceState): string {
  switch (state) {
    case 'not-invited':
      return t('Neither on this list nor a member')
    case 'bad-email':
      return t('Not an email address')
    case 'bad-date':
      return t('The date can’t be read')
    case 'future-date':
      return t('The date is in the future')
    case 'bad-minutes':
      return t('Not 1 to 1,440 minutes')
    case 'twice':
      return t('Already there')
    case 'full-day':
      return t('More than 24 hours on this day')
    case 'too-many':
      return t('More than 4,000 rows of this person')
  }
}

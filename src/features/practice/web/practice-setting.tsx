// 'Practice elsewhere' in the settings: what a member brought along, and how they bring more (PORT-01 to PORT-11).
import { useRef, useState, type RefObject } from 'react'
import { formatDay, dayInZone, timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceSwitch } from '#web/ui/choice-switch.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { useChoices, useResponseUpdate } from '#web/use-choices.ts'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { useLazyDialog } from '#web/use-lazy-overlay.ts'
import { practiceCalls, type PracticeBatch } from '../contract.ts'
import { capitalizeSource } from '../sources.ts'
import { formatSpan, formatTotals } from '../summary-words.ts'
import { SatElsewhere } from './sat-elsewhere.tsx'

const RemoveDialog = lazyPart(async () => (await import('./remove-batch-dialog.tsx')).RemoveBatchDialog)
const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportHistoryDialog)

interface PracticeSettingProps {
  /** Settings came along with a file: the session must be read again. */
  onSettings: () => void
}

export function PracticeSetting({ onSettings }: PracticeSettingProps) {
  const [bring, importDialog] = useLazyDialog(ImportDialog)
  const query = useCall(practiceCalls.imports, {}, { uncached: true })
  const list = useRef<HTMLDivElement>(null)
  return (
    <Section
      fields="beside"
      title={t('Practice elsewhere')}
      lead={t('Time that you meditated outside of this community. Only you see it.')}
    >
      <div className="grid gap-6">
        <div className="flex flex-wrap gap-3">
          <Button {...bring}>{t('Import a history')}</Button>
          <ImportDialog {...importDialog} onSettings={onSettings} />
          <SatElsewhere />
        </div>
        <div
          ref={list}
          tabIndex={-1}
          role="group"
          aria-label={t('Practice elsewhere')}
          className="outline-none"
        >
          <QueryContent
            query={query}
            failed={t('Your practice elsewhere didn’t load')}
            failedText={t('It is safe.')}
            loading={t('Loading your practice elsewhere')}
            skeleton={<Skeleton className="h-20" />}
          >
            {({ batches }) => <BatchList {...{ batches, list }} />}
          </QueryContent>
        </div>
        <RhythmChoice query={query} />
      </div>
    </Section>
  )
}

const batchesShown = 8

function BatchList({
  batches,
  list,
}: {
  batches: readonly PracticeBatch[]
  list: RefObject<HTMLElement | null>
}) {
  const [isWhole, setWhole] = useState(false)
  const [removing, setRemoving] = useState<PracticeBatch | null>(null)
  const focusAfterRemoval = useFocusAfterRemoval(
    batches.map(({ id }) => id),
    list,
  )
  const shown = isWhole ? batches : batches.slice(0, batchesShown)
  if (batches.length === 0) return <p className="text-ink-3">{t('Nothing from elsewhere yet.')}</p>
  return (
    <>
      <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
        {shown.map((batch) => (
          <BatchRow key={batch.id} batch={batch} onRemove={() => setRemoving(batch)} />
        ))}
      </ul>
      {shown.length < batches.length && (
        <Button
          variant="subtle"
          className="mt-2"
          onClick={() => {
            list.current?.focus({ preventScroll: true })
            setWhole(true)
          }}
        >
          {t('Show all {count, number}', { count: batches.length })}
        </Button>
      )}
      {removing && (
        <RemoveDialog
          batch={removing}
          onRemoved={() => focusAfterRemoval(removing.id)}
          onClose={() => setRemoving(null)}
          returnFocusTo={list}
        />
      )}
    </>
  )
}

function BatchRow({ batch, onRemove }: { batch: PracticeBatch; onRemove: () => void }) {
  const name = capitalizeSource(batch)
  const added = formatDay(dayInZone(timestampToMs(batch.createdAt), communityZone()), 'medium')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-4">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-strong wrap-anywhere">{name}</p>
        <p className="text-small text-ink-2">{[...formatTotals(batch), formatSpan(batch)].join(' · ')}</p>
        <p className="text-small text-ink-3">{t('Added {day}', { day: added })}</p>
      </div>
      <Button
        size="sm"
        variant="subtle"
        aria-label={t('Remove: {name}, {days}', { name, days: formatSpan(batch) })}
        onClick={onRemove}
      >
        {t('Remove')}
      </Button>
    </li>
  )
}

function RhythmChoice({ query }: { query: ReturnType<typeof useCall<typeof practiceCalls.imports>> }) {
  const update = useResponseUpdate(practiceCalls.imports)
  const { pending, choose, errorOf } = useChoices(practiceCalls.choosePractice, {
    inputOf: (press: { inRhythm: boolean }) => ({ body: press }),
    onSaved: (choices) => update((before) => ({ ...before, choices })),
    onError: (error) => logFailure('The choice for the rhythm was not saved.', error),
  })
  return (
    <ChoiceSwitch
      label={t('Count these days in my rhythm')}
      hint={t('Only you see your rhythm. Points and the community’s figures never count them.')}
      query={query}
      error={errorOf('inRhythm')}
      isOn={(pending.at(-1) ?? query.data?.choices)?.inRhythm}
      onChoose={(inRhythm) => choose({ inRhythm })}
    />
  )
}

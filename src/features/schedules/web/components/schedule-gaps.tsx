// The number of days without a meditation, and the two dialogs that fill many of them at once.
import { useMemo, useRef, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { describeGaps } from '../../calendar-days.ts'
import type { Schedule } from '../../contract.ts'

const FillDaysDialog = lazyPart(async () => (await import('./fill-days-dialog.tsx')).FillDaysDialog)
const CopyWeeksDialog = lazyPart(async () => (await import('./fill-days-dialog.tsx')).CopyWeeksDialog)

interface ScheduleGapsProps {
  schedules: readonly Schedule[]
  today: string
  /** The last day that counts. */
  until: string
}

/** Counts from today on; nothing for a past period. */
export function ScheduleGaps({ schedules, today, until }: ScheduleGapsProps) {
  const gaps = useMemo(() => describeGaps(schedules, { today, until }), [schedules, today, until])
  // Incremented per opening, so that each one starts with fresh state.
  const [dialog, setDialog] = useState({ opening: 0, shown: null as 'fill' | 'copy' | null })
  const fillButton = useRef<HTMLButtonElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  if (until < today) return null
  const open = (shown: 'fill' | 'copy') => setDialog(({ opening }) => ({ opening: opening + 1, shown }))
  const close = () => setDialog(({ opening }) => ({ opening, shown: null }))
  const shared = { schedules, today, onClose: close }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <p className="text-small text-ink-2">{gaps}</p>
      <div className="-ms-4.5 -me-4 flex flex-wrap md:-me-4.5">
        <Button
          ref={fillButton}
          variant="subtle"
          aria-haspopup="dialog"
          onPointerEnter={FillDaysDialog.preload}
          onFocus={FillDaysDialog.preload}
          onClick={() => open('fill')}
        >
          {t('Fill empty days…')}
        </Button>
        <Button
          ref={copyButton}
          variant="subtle"
          aria-haspopup="dialog"
          onPointerEnter={CopyWeeksDialog.preload}
          onFocus={CopyWeeksDialog.preload}
          onClick={() => open('copy')}
        >
          {t('Copy last 4 weeks')}
        </Button>
      </div>
      <FillDaysDialog
        key={`fill ${dialog.opening}`}
        {...shared}
        until={until}
        open={dialog.shown === 'fill'}
        returnFocusTo={fillButton}
      />
      <CopyWeeksDialog
        key={`copy ${dialog.opening}`}
        {...shared}
        open={dialog.shown === 'copy'}
        returnFocusTo={copyButton}
      />
    </div>
  )
}

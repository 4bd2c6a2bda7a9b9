// 'Energy Centers Flow Journey': full-screen playback of a period's days.
import './journey-modal.css'
import { type RefObject, useRef, useEffect, useEffectEvent } from 'react'
import type { HistoryDay } from '#features/history/history.ts'
import { t } from '#shared/i18n/t.ts'
import { readingKey } from '#web/i18n/page-direction.ts'
import { isComposing } from '#web/is-composing.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogClose, DialogFrame, DialogTitle } from '#web/ui/dialog-frame.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatJourneyDate, journeyLevels, formatSessionNumber, describeSession } from '../../playback.ts'
import { JourneyCanvas } from './journey-canvas.tsx'
import { JourneyControls, useJourneyPlayback } from './journey-controls.tsx'
import { JourneyPanel } from './journey-panel.tsx'

interface JourneyModalProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The days of the period, oldest first (JRNY-07). */
  days: readonly HistoryDay[]
  today: string
}

/** Each opening starts paused at the first session. */
export function JourneyModal({ open, onOpenChange, days, today }: JourneyModalProps) {
  const playButton = useRef<HTMLButtonElement>(null)
  return (
    <DialogFrame
      open={open}
      onOpenChange={onOpenChange}
      initialFocus={playButton}
      className="motion-fade journey"
    >
      <OpenJourney days={days} today={today} playButton={playButton} close={() => onOpenChange(false)} />
    </DialogFrame>
  )
}

interface OpenJourneyProps {
  days: readonly HistoryDay[]
  today: string
  /** Gets the initial focus. */
  playButton: RefObject<HTMLButtonElement | null>
  close: () => void
}

function OpenJourney({ days, today, playButton, close }: OpenJourneyProps) {
  const playback = useJourneyPlayback(days)
  const { index, isPlaying, step, isManual, goTo } = playback
  useJourneyKeys({
    ArrowLeft: () => goTo(index - 1),
    ArrowRight: () => goTo(index + 1),
    Home: () => goTo(0),
    End: () => goTo(days.length - 1),
    // One press closes it, even while a tooltip is open that Escape closes too.
    Escape: close,
  })
  const day = days[index]
  if (!day) return <NoJourney />
  const { before, after } = journeyLevels(day)
  const sentence = describeSession(day, index, days.length, today)
  const position = `${formatSessionNumber(index, days.length)}, ${formatJourneyDate(day.sessionDate, today)}`
  return (
    <>
      <div className="journey-sky">
        <Head />
        <JourneyCanvas
          before={before}
          after={after}
          session={`${day.sessionDate} ${step}`}
          isPlaying={isPlaying}
          label={sentence}
          className="journey-picture"
        />
        <JourneyControls
          playback={playback}
          count={days.length}
          valueText={position}
          playButton={playButton}
          className="journey-controls"
        />
      </div>
      <JourneyPanel day={day} index={index} count={days.length} today={today} className="journey-panel" />
      {/* Playback isn't announced: an announcement every three seconds would be disruptive. */}
      <p role="status" className="sr-only">
        {isManual && sentence}
      </p>
    </>
  )
}

function NoJourney() {
  return (
    <div className="journey-empty">
      <Head />
      <EmptyState as="h3" title={t('No session data available')}>
        {t('Complete some meditation sessions to see your energy flow')}
      </EmptyState>
    </div>
  )
}

function Head() {
  return (
    <>
      <DialogTitle className="journey-head serif text-section">
        {t('Energy Centers Flow Journey')}
      </DialogTitle>
      <DialogClose asChild>
        <Button className="journey-close">{t('Close')}</Button>
      </DialogClose>
    </>
  )
}

/** Handlers by key name. The slider keeps its own keys. */
export function useJourneyKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (altKey || ctrlKey || metaKey || shiftKey || isComposing(event)) return
    if (event.target instanceof HTMLInputElement) return
    const name = readingKey(key)
    const act = Object.hasOwn(keys, name) ? keys[name] : undefined
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

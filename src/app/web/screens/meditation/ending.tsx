// The end of a sitting: who sat together, the level after it, how the room changed, and the way to the journey.
import '#features/meditation/web/components/video-ending.css'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EndingLevels, LevelPair } from '#features/energy/web/components/ending-levels.tsx'
import { useSatLevels } from '#features/energy/web/components/sitting-levels.tsx'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { nextStartTitle } from '#features/meditation/next-start.ts'
import { satWithSentence } from '#features/meditation/sat-today.ts'
import { endingSentence, ownEndingSentence } from '#features/meditation/sitting-sentences.ts'
import { RemindersOffer } from '#features/notifications/web/reminders-offer.tsx'
import { reflectionSentence } from '#features/reflections/format-reflection.ts'
import type { Reflection } from '#features/reflections/reflection.ts'
import { EndingReflection } from '#features/reflections/web/room-reflection.tsx'
import type { LiveRoom } from '#features/rooms/web/use-live-room.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { displayZone } from '#web/local-zone.ts'
import { playVideo } from '#web/player/video-actions.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { prefersReducedMotion } from '#web/use-media-query.ts'

interface SittingEndingProps {
  meditation: DailyMeditation
  room: LiveRoom
  /** The member's day after it, in place of the ending. */
  isSatToday: boolean
  /** In its sharing; null otherwise. */
  sitting: Sitting | null
  /** The room's energy, once it is published. */
  reflection: Reflection | null
  /** Sets the place of 'Thank everyone'. */
  thanks: (container: HTMLElement | null) => void
  onToSharing: () => void
  onClose: () => void
}

/** With how many others the member sat in their last sitting on this device: its id and the number. */
const othersDraft = 'sat-with'

/** Lies over the ended video. */
export function SittingEnding(props: SittingEndingProps) {
  return props.isSatToday ? <DayAfterSitting {...props} /> : <Ending {...props} />
}

function Ending({ meditation, room, sitting, reflection, thanks, onToSharing, onClose }: SittingEndingProps) {
  // Those who are here as it ends; leaving later doesn't change it.
  const [others] = useState(() => (room.presence.getSnapshot().count ?? 1) - 1)
  const sittingId = sitting?.id ?? null
  useEffect(() => {
    if (sittingId !== null) writeDraft(othersDraft, `${sittingId} ${others}`)
  }, [sittingId, others])
  return (
    <EndingLevels
      day={meditation.date}
      {...{ sitting, onClose }}
      thanks={<div ref={thanks} className="contents" />}
      renderReflection={(isShown) => <EndingReflection {...{ sitting, reflection, isShown }} />}
      title={sitting === null ? ownEndingSentence(others) : endingSentence(others, { hasSat: true })}
      link={
        <Link to="/mood-analytics" className="font-medium text-[white] underline underline-offset-4">
          {t('See your journey')}
        </Link>
      }
      onToSharing={() => {
        onToSharing()
        // Once the chat is open.
        requestAnimationFrame(goToChat)
      }}
    />
  )
}

/** To the composer, and on a narrow screen to the chat around it. */
function goToChat(): void {
  const composer = document.getElementById('chat-composer')
  composer?.focus({ preventScroll: true })
  const behavior = prefersReducedMotion() ? 'auto' : 'smooth'
  composer?.closest('section')?.scrollIntoView({ block: 'nearest', behavior })
}

type DayAfterSittingProps = Pick<SittingEndingProps, 'meditation' | 'reflection' | 'onClose'>

/** Lies over the stage once the member has sat: their day so far, and when the next one starts. */
function DayAfterSitting({ meditation, reflection, onClose }: DayAfterSittingProps) {
  const { date, sittings, next } = meditation
  const sitting = meditation.sitting?.cancelled ? null : meditation.sitting
  const held = sittings.filter(({ cancelled }) => !cancelled)
  const { before, after } = useSatLevels({ date, sittings: held }, sitting)
  const [zone] = useState(displayZone)
  return (
    <div className="grid grid-rows-[1fr_auto] justify-items-center gap-3 p-4 text-center">
      <div className="flex max-w-full flex-col items-center justify-center gap-2.5 text-small">
        <h2 className="serif text-[clamp(1.5rem,1.2rem+1.6cqw,2.2rem)]">{t('You sat today')}</h2>
        <LevelPair {...{ before, after }} />
        {sitting !== null && (
          <p>{satWithSentence(storedOthers(sitting), formatTimeOfDay(sitting.startsAt, zone))}</p>
        )}
        {reflection !== null && <p>{reflectionSentence(reflection)}</p>}
        {next !== null && (
          <p className="max-w-[44ch] text-balance wrap-anywhere">
            <b className="font-strong">
              {`${nextStartTitle(next, { days: pageDays(), zone, nowMs: serverNow() })}: `}
            </b>
            <span dir="auto" lang={contentLang(next.language)}>
              {next.title}
            </span>
          </p>
        )}
        <RemindersOffer
          link={
            <Link to="/settings" className="font-medium text-[white] underline underline-offset-4">
              {t('Choose reminders')}
            </Link>
          }
        />
      </div>
      <Button
        variant="lit"
        onClick={({ currentTarget }) => {
          const player = currentTarget.closest('section')
          // The button unmounts: the focus moves to the player, so that its keys work.
          player?.focus()
          onClose()
          const video = player?.querySelector('video')
          if (video) playVideo(video)
        }}
      >
        {t('Sit again')}
      </Button>
    </div>
  )
}

/** Null where this device doesn't know it. */
function storedOthers(sitting: Sitting): number | null {
  const [id, others] = readDraft(othersDraft)?.split(' ') ?? []
  return id === String(sitting.id) && others !== undefined ? Number(others) : null
}

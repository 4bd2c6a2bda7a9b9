// The end of a sitting: who sat together, the level after it, how the room changed, and the way to the journey.
import '#features/meditation/web/components/video-ending.css'
import '#features/meditation/web/scene/sky-scrim.css'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EndingLevels, LevelPair } from '#features/energy/web/components/ending-levels.tsx'
import { useSatLevels } from '#features/energy/web/components/sitting-levels.tsx'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { nextStartTitle } from '#features/meditation/next-start.ts'
import { satSentence } from '#features/meditation/sat-today.ts'
import { endingSentence, ownEndingSentence } from '#features/meditation/sitting-sentences.ts'
import type { EndingOptions } from '#features/meditation/web/components/daily-video.tsx'
import { VideoEnding } from '#features/meditation/web/components/video-ending.tsx'
import { RemindersOffer } from '#features/notifications/web/reminders-offer.tsx'
import { reflectionSentence } from '#features/reflections/format-reflection.ts'
import { reflectionOf, type Reflection } from '#features/reflections/reflection.ts'
import { EndingReflection } from '#features/reflections/web/room-reflection.tsx'
import { usePresence, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import { isAhead } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { recordSat, useSatSittings } from '#features/sittings/web/data/sat-sittings.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { displayZone } from '#web/local-zone.ts'
import { playVideo } from '#web/player/video-actions.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { prefersReducedMotion } from '#web/use-media-query.ts'
import { remindersId } from '../settings-place.ts'
import type { MeditationDays } from './day.ts'

interface SittingEndingProps extends EndingOptions {
  meditation: DailyMeditation
  room: LiveRoom
  /** The member's day after it, in place of the ending. */
  isSatToday: boolean
  /** In its sharing; null otherwise. */
  sitting: Sitting | null
  /** The last sitting of the day in which the member sat; null where they sat at their own pace. */
  satSitting: Sitting | null
  days: Pick<MeditationDays, 'next' | 'daySittings'>
  /** The room's energy in its last sitting that has one. */
  reflection: Reflection | null
  /** Sets the place of 'Thank everyone'. */
  thanks: (container: HTMLElement | null) => void
  /** Null once the member has gone to the sharing. */
  onToSharing: (() => void) | null
}

/** Lies over the ended video. */
export function SittingEnding(props: SittingEndingProps) {
  const { posterUrl, ground, isSatToday } = props
  return (
    <VideoEnding {...{ posterUrl, ground }}>
      {isSatToday ? <DayAfterSitting {...props} /> : <Ending {...props} />}
    </VideoEnding>
  )
}

function Ending(props: SittingEndingProps) {
  const { meditation, room, sitting, reflection, thanks, onToSharing, onClose } = props
  const { count: present } = usePresence(room.presence)
  const title = useEndingTitle(sitting, present)
  return (
    <EndingLevels
      day={meditation.date}
      {...{ sitting, onClose }}
      thanks={<div ref={thanks} className="contents" />}
      renderReflection={(isShown) => (
        <EndingReflection
          {...{ sitting, isShown, present: present ?? 1 }}
          reflection={reflectionOf(sitting, reflection)}
          otherwise={title}
        />
      )}
      title={title}
      link={
        <Link to="/mood-analytics" className={buttonVariants({ variant: 'media' })}>
          {t('See your journey')}
        </Link>
      }
      closeLabel={closeLabels[meditation.plays.kind]}
      onToSharing={
        onToSharing &&
        (() => {
          onToSharing()
          // Once the chat is open.
          requestAnimationFrame(goToChat)
        })
      }
    />
  )
}

/** With those who are here as it ends; leaving later, and a reload, don't change it. */
function useEndingTitle(sitting: Sitting | null, present: number | null): string {
  const sittingId = sitting?.id ?? null
  const seated = useSatSittings()
  useEffect(() => {
    if (sittingId !== null && present !== null) recordSat(sittingId, present - 1)
  }, [sittingId, present])
  const [first] = useState((present ?? 1) - 1)
  if (sittingId === null) return ownEndingSentence(first)
  return endingSentence(seated.get(sittingId) ?? (present ?? 1) - 1)
}

const closeLabels = {
  video: t('Back to the video'),
  silence: t('Back to the silence'),
  live: t('Back'),
} as const satisfies Record<DailyMeditation['plays']['kind'], string>

/** To the composer, and on a narrow screen to the chat around it. */
function goToChat(): void {
  const composer = document.getElementById('chat-composer')
  composer?.focus({ preventScroll: true })
  const behavior = prefersReducedMotion() ? 'auto' : 'smooth'
  composer?.closest('section')?.scrollIntoView({ block: 'nearest', behavior })
}

type DayAfterSittingProps = Pick<
  SittingEndingProps,
  'meditation' | 'satSitting' | 'days' | 'reflection' | 'onClose' | 'onSitAgain'
>

/** Lies over the stage once the member has sat, until the next doors open. */
function DayAfterSitting(props: DayAfterSittingProps) {
  const { meditation, satSitting, days, reflection, onClose, onSitAgain } = props
  const { date, sittings, plays } = meditation
  const held = sittings.filter(({ cancelled }) => !cancelled)
  const { before, after } = useSatLevels({ date, sittings: held }, satSitting)
  const others = useSatSittings()
  const [zone] = useState(displayZone)
  const nowMs = serverNow()
  const ofRoom = reflectionOf(satSitting, reflection)
  const next = nextBesidesLine(meditation, days, nowMs)
  return (
    <div className="row-span-full grid grid-rows-subgrid justify-items-center px-4 text-center">
      <div className="flex max-w-full flex-col items-center justify-center gap-2.5 py-4 text-body">
        <h2 className="serif text-[clamp(1.5rem,1.2rem+1.6cqw,2.2rem)] text-balance">
          {satSitting === null
            ? t('You sat today')
            : satSentence(
                { startsAt: satSitting.startsAt, others: others.get(satSitting.id) ?? null },
                { zone, nowMs },
              )}
        </h2>
        <LevelPair {...{ before, after }} />
        {ofRoom !== null && <p>{reflectionSentence(ofRoom)}</p>}
        {next !== null && (
          <p className="max-w-[44ch] text-balance wrap-anywhere">
            <b className="font-strong">{`${nextStartTitle(next, { days: pageDays(), zone, nowMs })}: `}</b>
            <span dir="auto" lang={contentLang(next.language)}>
              {next.title}
            </span>
          </p>
        )}
        <RemindersOffer
          link={
            <Link
              to="/settings"
              hash={remindersId}
              className="font-medium text-[white] underline underline-offset-4"
            >
              {t('Choose reminders')}
            </Link>
          }
        />
      </div>
      {plays.kind !== 'live' && (
        <Button
          variant="clear"
          className="sit-again"
          onClick={({ currentTarget }) => {
            const player = currentTarget.closest('section')
            // The button unmounts: the focus moves to the player, so that its keys work.
            player?.focus()
            onClose()
            onSitAgain?.()
            const video = player?.querySelector('video')
            if (video) playVideo(video)
          }}
        >
          {t('Sit again')}
        </Button>
      )}
    </div>
  )
}

/** What comes next, unless the day's line shows it. */
function nextBesidesLine(
  { next }: DailyMeditation,
  { next: nextOfDay, daySittings }: SittingEndingProps['days'],
  nowMs: number,
) {
  if (daySittings?.sittings.some((sitting) => isAhead(sitting, nowMs))) return null
  return nextOfDay ?? next
}

// The place below the picture while a sitting is under way: the level on arrival, then what the sitting offers to who has
// light. Its forms have one size, so that nothing around it moves.
import { clsx } from 'clsx'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { ArrivalLevels } from '#features/energy/web/components/sitting-levels.tsx'
import type { NextMeditation } from '#features/meditation/contract.ts'
import { seeYouSentence } from '#features/meditation/next-start.ts'
import { wasHereSentence } from '#features/meditation/sitting-sentences.ts'
import { useJoinable } from '#features/meditation/web/hooks/use-joinable.ts'
import type { LayoutPhase } from '#features/meditation/web/lights/use-layout-phase.ts'
import type { Reflection } from '#features/reflections/reflection.ts'
import { RoomReflection } from '#features/reflections/web/room-reflection.tsx'
import { usePresence, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { readTabDraft, writeTabDraft } from '#web/drafts.ts'
import { displayZone } from '#web/local-zone.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Swap } from '#web/ui/swap.tsx'
import { useHeldPlace } from '#web/use-held-place.ts'

interface RoomCellProps {
  day: string
  /** What comes after the sitting; null where nothing is planned. */
  next: NextMeditation | null
  sitting: Sitting
  layout: Exclude<LayoutPhase, 'cleared'>
  room: LiveRoom
  reflection: Reflection | null
  isSeated: boolean
  /** It was given up in the dark. */
  comesWithLight: boolean
  /** Takes the lights down; null unless they are up and could be down. */
  onLower: ((byKey: boolean) => void) | null
  /** The focus was on what raised them. */
  takesFocus: boolean
  /** Sets the element that contains the actions of the group's video. */
  setActionsContainer: (container: HTMLElement | null) => void
  /** Sets the place of 'Thank everyone' for a member without an ending. */
  setThanksContainer: (container: HTMLElement | null) => void
}

export function RoomCell(props: RoomCellProps) {
  const { day, sitting, layout, isSeated, comesWithLight } = props
  useEffect(() => {
    if (layout === 'sitting') writeTabDraft(presenceDraft, String(sitting.id))
  }, [layout, sitting.id])
  return (
    <Swap
      className={clsx('room-part room-cell writing:hidden', comesWithLight && 'lights-back')}
      shown={layout}
      forms={{
        doors: <ArrivalLevels day={day} sitting={sitting} />,
        sitting: isSeated ? <OwnLight {...props} /> : <WithoutSeat {...props} />,
        sharing: isSeated ? <SharingOpen {...props} /> : <WasHere {...props} />,
      }}
    />
  )
}

function WithoutSeat({ sitting }: RoomCellProps) {
  const isJoinable = useJoinable(sitting)
  return (
    <Rests>
      <Swap
        className="flex-1"
        shown={isJoinable ? 'open' : 'late'}
        forms={{
          open: (
            <Sentences
              first={t('You can come in quietly.')}
              then={t('At any time; the room doesn’t notice.')}
            />
          ),
          late: (
            <Sentences
              first={t('The sitting is nearly over.')}
              then={t('The sharing is open to you, too.')}
            />
          ),
        }}
      />
    </Rests>
  )
}

function OwnLight({ layout, onLower, takesFocus, setActionsContainer }: RoomCellProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isUp = onLower !== null
  useLayoutEffect(() => {
    if (takesFocus && isUp && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  }, [takesFocus, isUp])
  return (
    <div className="own-light @container">
      <div
        className={`${restsClass} grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 @min-[46rem]:grid-cols-[minmax(0,1fr)_auto_auto]`}
      >
        <Sentences first={t('You have a seat.')} then={t('Your lights stay on.')} />
        {/* Its place is there before it. */}
        <div className={clsx('@min-[46rem]:order-1', !isUp && 'invisible')}>
          {/* Under a pointer the bar that takes the focus goes after its three seconds. */}
          <Button ref={button} size="sm" onClick={({ detail }) => onLower?.(detail === 0)}>
            {t('Lights down')}
          </Button>
        </div>
        {/* Its line is there before the video brings its actions. */}
        <div
          ref={layout === 'sitting' ? setActionsContainer : null}
          className="col-span-full -mx-2 flex min-h-10 overflow-x-auto [scrollbar-width:none] @max-[46rem]:[&_svg]:hidden @max-[46rem]:[&>button]:px-2 @min-[46rem]:col-span-1 @min-[46rem]:mx-0"
        />
      </div>
    </div>
  )
}

function SharingOpen(props: RoomCellProps) {
  const { layout, sitting, next, room, reflection, setActionsContainer } = props
  const [zone] = useState(displayZone)
  const [count] = useHeldPlace(usePresence(room.presence).count)
  return (
    <Rests>
      <Sentences
        first={t('Sharing until {time}', { time: formatTimeOfDay(sitting.endsAt, zone) })}
        then={
          <RoomReflection
            {...{ sitting, reflection }}
            present={count ?? 1}
            otherwise={next && seeYou(next, sitting, zone)}
          />
        }
      />
      {/* Who watches on their own goes to the sharing from here. */}
      <div ref={layout === 'sharing' ? setActionsContainer : null} className="max-w-3/5 flex-none" />
    </Rests>
  )
}

/** For who has no seat: with how many they were here before it, and the thanks. */
function WasHere(props: RoomCellProps) {
  const { sitting, layout, next, room, reflection, setThanksContainer } = props
  const [zone] = useState(displayZone)
  const [count] = useHeldPlace(usePresence(room.presence).count)
  const [others, setOthers] = useState<number | null>(null)
  // Those who are here as it ends; leaving later doesn't change it.
  if (layout === 'sharing' && others === null && count !== null) setOthers(count - 1)
  if (layout !== 'sharing' && others !== null) setOthers(null)
  const wasHere = layout !== 'sharing' || readTabDraft(presenceDraft) === String(sitting.id)
  return (
    <Rests>
      <Sentences
        // Until when they share, the line below the title says.
        first={wasHere ? wasHereSentence(others ?? (count ?? 1) - 1) : t('The sharing is open to you, too.')}
        then={
          <RoomReflection
            {...{ sitting, reflection }}
            present={count ?? 1}
            otherwise={next && seeYou(next, sitting, zone)}
          />
        }
      />
      <div className="grid max-w-1/2 flex-none items-center text-ink-2 *:[grid-area:1/1]">
        {/* Its place is there before the sharing brings it. */}
        <span
          data-words={t('Thank everyone')}
          className={clsx(buttonVariants(), 'invisible before:content-[attr(data-words)]')}
        />
        <div ref={setThanksContainer} />
      </div>
    </Rests>
  )
}

/** The sitting in which this tab was in the room before its sharing. */
const presenceDraft = 'present'

/** When everyone meets again, as of the end of the sitting. */
function seeYou(next: NextMeditation, { sharingAt }: Sitting, zone: string): string {
  return seeYouSentence(next, { days: pageDays(), zone, nowMs: sharingAt })
}

const restsClass = 'h-full items-center gap-x-4 rounded-panel border border-line bg-surface px-4 py-1 lg:px-5'

function Rests({ children }: { children: ReactNode }) {
  return <div className={`${restsClass} flex justify-between`}>{children}</div>
}

function Sentences({ first, then }: { first: ReactNode; then: ReactNode }) {
  return (
    <div className="min-w-0 flex-1 justify-self-start text-[0.95rem] leading-[1.4] text-ink-2">
      <p className="font-medium text-balance text-ink">{first}</p>
      {/* As large without words. */}
      <div className="grid min-h-[1.4em]">{then}</div>
    </div>
  )
}

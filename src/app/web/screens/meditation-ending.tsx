// The end of a sitting: who sat together, the level after it, how the room changed, and the way to the journey.
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { composerId } from '#features/chat/web/chat-composer.tsx'
import type { Reflection } from '#features/energy/reflection.ts'
import { DepartureLevels } from '#features/energy/web/departure-levels.tsx'
import { RoomReflection } from '#features/energy/web/room-reflection.tsx'
import type { LiveRoom } from '#features/live/web/use-live-room.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { endingSentence } from '#features/meditation/rules.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { useReducedMotion } from '#web/use-media-query.ts'

interface SittingEndingProps {
  meditation: DailyMeditation
  room: LiveRoom
  /** In its sharing; null otherwise. */
  sitting: Sitting | null
  /** The room's energy, once it is published. */
  reflection: Reflection | null
  /** The place of 'Thank everyone'. */
  thanks: ReactNode
  onClose: () => void
}

/** Lies over the ended video. */
export function SittingEnding({ meditation, room, sitting, reflection, thanks, onClose }: SittingEndingProps) {
  // Those who are here as it ends; leaving later doesn't change it.
  const [others] = useState(() => (room.presence.getSnapshot().count ?? 1) - 1)
  const isReduced = useReducedMotion()
  return (
    <DepartureLevels
      day={meditation.date}
      {...{ sitting, reflection, thanks, onClose }}
      sentence={endingSentence(others, { isTogether: sitting !== null })}
      link={
        <Link to="/mood-analytics" className="font-medium text-[white] underline underline-offset-4">
          See your journey
        </Link>
      }
      onToSharing={() => goToChat({ isReduced })}
    />
  )
}

/** To the composer, and on a narrow screen to the chat around it. */
function goToChat({ isReduced }: { isReduced: boolean }): void {
  const composer = document.getElementById(composerId)
  composer?.focus({ preventScroll: true })
  composer?.closest('section')?.scrollIntoView({ block: 'end', behavior: isReduced ? 'auto' : 'smooth' })
}

/** How the room changed, for members without an ending: they took no seat. */
export function RoomEnergy(props: Pick<SittingEndingProps, 'sitting' | 'reflection'>) {
  return (
    <div className="min-w-0 text-small">
      <RoomReflection {...props} />
    </div>
  )
}

// The end of a sitting: who sat together, the level after it, how the room changed, and the way to the journey.
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Reflection } from '#features/energy/reflection.ts'
import { DepartureLevels } from '#features/energy/web/departure-levels.tsx'
import { RoomReflection } from '#features/energy/web/room-reflection.tsx'
import type { LiveRoom } from '#features/live/web/use-live-room.ts'
import { endingSentence } from '#features/meditation/rules.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { Button } from '#web/ui/button.tsx'

interface SittingEndingProps {
  day: string
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
export function SittingEnding({ day, room, sitting, reflection, thanks, onClose }: SittingEndingProps) {
  // Those who are here as it ends; leaving later doesn't change it.
  const [others] = useState(() => (room.presence.getSnapshot().count ?? 1) - 1)
  return (
    <>
      {/* `data-asks`: an unprompted notice waits while this asks for the level. */}
      <div role="status" data-asks>
        <h2 className="serif text-[1.5rem] @xl:text-title">
          {endingSentence(others, { isTogether: sitting !== null })}
        </h2>
      </div>
      <DepartureLevels
        day={day}
        sitting={sitting}
        link={
          <Link to="/mood-analytics" className="font-medium text-[white] underline underline-offset-4">
            See your journey
          </Link>
        }
        actions={
          <>
            {thanks}
            <Button variant="media" onClick={onClose}>
              Back to the video
            </Button>
          </>
        }
      >
        <RoomReflection {...{ sitting, reflection }} />
      </DepartureLevels>
    </>
  )
}

/** How the room changed, for members without an ending: they took no seat. */
export function RoomEnergy(props: Pick<SittingEndingProps, 'sitting' | 'reflection'>) {
  return (
    <div className="min-w-0 text-small">
      <RoomReflection {...props} />
    </div>
  )
}

// Who is here, beside the stage: faces and names, and their number.
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { presenceSentence } from '#features/meditation/rules.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { AvatarStrip } from '#features/rooms/web/avatar-strip.tsx'
import { useRoomOnlineCount } from '#features/rooms/web/presence-store.ts'
import { usePresence, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import { onlineCountMeditationPollMs } from '#shared/constants.ts'
import { useCall } from '#web/use-call.ts'

interface PresentMembersProps {
  room: LiveRoom
  /** Who holds the sitting; null while no one does. */
  hostId: number | null
  /** What everyone comes for hasn't begun yet. */
  isBefore: boolean
}

export function PresentMembers({ room, hostId, isBefore }: PresentMembersProps) {
  return (
    <>
      <AvatarStrip presence={room.presence} hostId={hostId} />
      <PresenceSummary {...{ room, hostId, isBefore }} />
    </>
  )
}

function PresenceSummary({ room, hostId, isBefore }: PresentMembersProps) {
  const { users, count } = usePresence(room.presence)
  const { user } = useUser()
  const others = users.filter(({ id }) => id !== user?.id)
  const sentence = presenceSentence(
    others.map(({ id, name }) => ({ name, isHost: id === hostId })),
    count ?? 0,
    { isBefore },
  )
  return (
    <p className="min-w-0 text-[0.9rem] text-ink-2 max-md:min-h-[1lh] max-md:basis-full max-md:text-small">
      {sentence}
    </p>
  )
}

/** The polled count; the count that the room publishes is newer (MED-05, LIVE-08). */
export function ActiveCount({ day }: { day: string }) {
  const enabled = useUser().status === 'ready'
  const polled = useCall(
    roomCalls.onlineCountOf,
    { params: { date: day } },
    { pollMs: onlineCountMeditationPollMs, enabled },
  )
  return useRoomOnlineCount(day) ?? polled.data?.count ?? '–'
}

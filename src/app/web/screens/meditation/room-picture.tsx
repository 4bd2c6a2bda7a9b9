// The picture of a teacher who speaks now, in the room of its sitting. Loaded from the doors on.
import { useEffect, type ComponentProps } from 'react'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { usePresence, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import { teacherBell } from '#features/sittings/web/data/bell.ts'
import type { UnderWay } from '#features/sittings/web/data/sitting-state.ts'
import type { Seat } from '#features/sittings/web/hooks/use-seat.ts'
import type { KnownStreams } from '#features/streams/known-streams.ts'
import { LivePicture } from '#features/streams/web/player/live-picture.tsx'
import { audienceSentence } from './together-video.tsx'

interface RoomPictureProps extends Pick<
  ComponentProps<typeof LivePicture>,
  'address' | 'isOver' | 'actionsContainer' | 'isConnected'
> {
  meditation: DailyMeditation
  room: LiveRoom
  underWay: UnderWay
  seat: Seat
  /** Without a seat, in the sharing. */
  hasJoined: boolean
  streams: KnownStreams
}

export function RoomPicture(props: RoomPictureProps) {
  const { meditation, room, underWay, seat, hasJoined, streams, ...picture } = props
  const { sitting, phase } = underWay
  const { count } = usePresence(room.presence)
  const { isTaken, isOnOwn, setOnOwn } = seat
  const stream = streams.get(sitting.id) ?? null
  const teacherRings = picture.address.bellBy === 'teacher' && stream?.state === 'on' && !isOnOwn
  useEffect(() => {
    teacherBell.set(teacherRings)
    return () => teacherBell.set(false)
  }, [teacherRings])
  return (
    <LivePicture
      {...picture}
      {...{ phase, stream, isOnOwn, setOnOwn }}
      title={meditation.title}
      audience={audienceSentence(count)}
      isSeated={isTaken || hasJoined}
    />
  )
}

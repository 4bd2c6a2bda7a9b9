// The members in the dark room: whole faces in the middle, and how many more there are.
import { useState } from 'react'
import { roomCountSentence } from '#features/meditation/room-count.ts'
import { hostName } from '#features/meditation/rules.ts'
import { darkRoomSentence } from '#features/meditation/sitting-sentences.ts'
import { fromLeft } from '#features/meditation/web/scene/circle-places.ts'
import { rowAfterMs, travelMs } from '#features/meditation/web/scene/circle-travel.ts'
import { usePresence, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import { msToBell } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { formatTimeOfDay } from '#shared/day.ts'
import { displayZone } from '#web/local-zone.ts'
import { serverNow } from '#web/server-clock.ts'
import { textScale } from '#web/text-scale.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useWidth } from '#web/use-width.ts'
import { facesThatFit } from './faces-that-fit.ts'

interface DarkFacesProps {
  room: LiveRoom
  memberId: number
  sitting: Sitting
  /** Who holds the sitting; null while no one does. */
  hostId: number | null
  /** In a silence no face comes or goes, and the number stays (SEQ-03). */
  isStill: boolean
  /** Until when the room sits. */
  saysUntil: boolean
}

/** They come once the circle has left the water, in its order. */
export function DarkFaces({
  room,
  memberId,
  sitting: { videoAt, sharingAt },
  hostId,
  isStill,
  saysUntil,
}: DarkFacesProps) {
  const { users, count: present } = usePresence(room.presence)
  const [held, setHeld] = useState(present)
  if (held === null && present !== null) setHeld(present)
  const count = isStill ? held : present
  const [zone] = useState(displayZone)
  const [comeInMs] = useState(() => msToBell(videoAt - travelMs + rowAfterMs, serverNow()))
  const [row, widthPx] = useWidth<HTMLDivElement>()
  const all = Math.max(count ?? 1, users.length)
  const ordered = users.toSorted((one, other) => Number(other.id === memberId) - Number(one.id === memberId))
  const shown = isStill ? [] : fromLeft(ordered.slice(0, facesThatFit(all, widthPx ?? 0, textScale())))
  return (
    <div ref={row} className="dark-here">
      <div className="dark-faces" style={{ animationDelay: `${comeInMs}ms` }}>
        {shown.map(({ id, name, profilePicture }) => (
          <Avatar
            key={id}
            id={id}
            name={name}
            src={profilePicture}
            size={32}
            label={id === hostId ? hostName(name) : name}
          />
        ))}
        {all > shown.length && shown.length > 0 && <b>{`+ ${all - shown.length}`}</b>}
      </div>
      <p key={String(saysUntil)} className="motion-fade tabular-nums">
        {saysUntil
          ? darkRoomSentence(count ?? 1, formatTimeOfDay(sharingAt, zone))
          : roomCountSentence(count ?? 1, { isBefore: false })}
      </p>
    </div>
  )
}

// What a page does for a sitting and shows nothing of: the link to its meeting, and whether the member's powers are in force.
import type { ComponentProps } from 'react'
import { HostPowers } from './host-powers.tsx'
import { MeetingReader } from './meeting-reader.tsx'

interface SittingWatchProps extends ComponentProps<typeof MeetingReader>, ComponentProps<typeof HostPowers> {
  /** The link to its meeting isn't known. */
  readsMeeting: boolean
  /** The member holds it. */
  isHost: boolean
}

export function SittingWatch({ readsMeeting, isHost, onChange, ...reader }: SittingWatchProps) {
  return (
    <>
      {readsMeeting && <MeetingReader {...reader} />}
      {isHost && <HostPowers sitting={reader.sitting} onChange={onChange} />}
    </>
  )
}

// Announcements: when a room announces each join and leave.
import { presenceEventsRoomMax } from '#shared/constants.ts'

/** Whether a room of this size announces each join and leave; larger rooms send only the count (LIVE-06). */
export function shouldAnnounceMembers(memberCount: number): boolean {
  return memberCount <= presenceEventsRoomMax
}

// Room keys: the name of a room on the live channel. Today each day has one room, named by the day.

/** Names a room. The channel only compares it. */
export type RoomKey = string & { readonly isRoomKey: true }

/** The room of a day. Only the rooms feature makes keys, from days that it has checked. */
export function roomOfDay(day: string): RoomKey {
  return day as RoomKey
}

/** The day of a room. */
export function dayOfRoom(room: RoomKey): string {
  return room
}

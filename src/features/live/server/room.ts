// One day's room on this node: its members, its latest messages, and what everybody in it is told.
import { presenceNewestShown } from '#shared/constants.ts'
import type { ChatMessage } from '#features/chat/contract.ts'
import type { OnlineUser, ServerMessage } from '../contract.ts'
import { namesMembers } from '../rules.ts'
import type { Connection } from './connection.ts'
import { createFanOut } from './fan-out.ts'
import { frameOf, textFrame } from './frame.ts'
import { createMembers, type Leaving, type Members } from './members.ts'
import { createPresence } from './presence.ts'
import { createRoomHistory, type RoomHistory } from './room-history.ts'
import type { LiveTimings } from './timings.ts'

export interface Room {
  readonly day: string
  readonly history: RoomHistory
  enter(connection: Connection): void
  leave(connection: Connection, how: Leaving): void
  /** Sends an event to everybody, encoded once. */
  tell(event: ServerMessage): void
  /** Gives a connection that has caught up the presence that it missed. */
  catchUp(connection: Connection): void
  count: Members['count']
  newest: Members['newest']
  close(): void
}

interface RoomOptions {
  day: string
  timings: LiveTimings
  /** Reads the latest messages, oldest first. */
  load(): Promise<ChatMessage[]>
  /** The last member is gone. */
  emptied(): void
}

/** Makes an empty room. */
export function createRoom({ day, timings, load, emptied }: RoomOptions): Room {
  const changed = (event: ServerMessage, named: boolean) => {
    if (named) fanOut.write(frameOf(event))
    presence.changed()
  }
  const members: Members = createMembers({
    graceMs: timings.presenceGraceMs,
    joined: (user: OnlineUser) => changed({ type: 'user-joined', user }, namesMembers(members.count())),
    left: (user) => {
      changed({ type: 'user-left', userId: user.id }, namesMembers(members.count() + 1))
      if (members.count() === 0) emptied()
    },
  })
  const { connections } = members
  const fanOut = createFanOut(connections)
  const history = createRoomHistory(load)
  const presence = createPresence({
    connections,
    tickMs: timings.presenceTickMs,
    encode: () => presenceFrame(members),
  })

  return {
    day,
    history,
    enter: (connection) => {
      connection.day = day
      connection.presence = null
      members.enter(connection)
      presence.welcome(connection)
    },
    leave: (connection, how) => {
      connection.day = null
      members.leave(connection, how)
    },
    tell: (event) => {
      const frame = frameOf(event)
      history.note(frame)
      fanOut.write(frame)
    },
    catchUp: (connection) => presence.offer(connection),
    count: members.count,
    newest: members.newest,
    close: () => {
      for (const part of [fanOut, presence, members]) part.close()
    },
  }
}

function presenceFrame(members: Members): Buffer {
  const users = members.newestAsJson(presenceNewestShown)
  return textFrame(`{"type":"online-count-updated","onlineCount":${members.count()},"onlineUsers":${users}}`)
}

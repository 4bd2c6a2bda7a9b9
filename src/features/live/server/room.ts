// One day's room on this node: its members, its latest messages, and what everybody in it is told.
import { presenceNewestShown } from '#shared/constants.ts'
import type { ChatMessage } from '#features/chat/contract.ts'
import type { OnlineUser, ServerMessage } from '../contract.ts'
import { namesMembers } from '../rules.ts'
import type { Connection } from './connection.ts'
import { createFanOut, type FanOut } from './fan-out.ts'
import { frameOf, textFrame } from './frame.ts'
import { createLikeCounts, type LikeCount } from './like-counts.ts'
import { createMembers, type Leaving, type Members } from './members.ts'
import { createPresence } from './presence.ts'
import { createRoomHistory, type RoomHistory } from './room-history.ts'
import type { LiveTimings } from './timings.ts'

export interface Room {
  readonly day: string
  readonly history: RoomHistory
  enter(connection: Connection): void
  leave(connection: Connection, how: Leaving): void
  /** Shows a member's new name and picture. */
  know(user: OnlineUser): void
  /** Sends an event to everybody, encoded once. */
  tell(event: ServerMessage): void
  /** Tells everybody the like count of a message that has changed, at the latest a tick later. */
  likesChanged(messageId: number): void
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
  /** Reads how many like each of these messages. */
  countLikes(messageIds: readonly number[]): Promise<readonly LikeCount[]>
  countingFailed(error: unknown): void
  /** The last member is gone. */
  emptied(): void
}

/** Makes an empty room. */
export function createRoom(options: RoomOptions): Room {
  const { day, timings, load, emptied } = options
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
  const tell = createTell(history, fanOut)
  const likes = createLikeCounts({
    tickMs: timings.likesTickMs,
    read: options.countLikes,
    tell: (count) => tell({ type: 'message-likes-updated', ...count }),
    failed: options.countingFailed,
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
    know: (user) => {
      if (members.know(user)) presence.changed()
    },
    tell,
    likesChanged: (messageId) => {
      history.outdate()
      likes.changed(messageId)
    },
    catchUp: (connection) => presence.offer(connection),
    count: members.count,
    newest: members.newest,
    close: () => {
      for (const part of [fanOut, presence, likes, members]) part.close()
    },
  }
}

/**
 * Tells an event to those who are here and those who come in. One about a message whose deletion was told before is
 * left out: on its way from another node, or counted before the deletion, it would bring the message back (I15).
 */
function createTell(history: RoomHistory, fanOut: FanOut): Room['tell'] {
  const gone = new Set<number>()
  const isLate = (event: ServerMessage): boolean => {
    if (event.type === 'new-message') return gone.has(event.message.id)
    return event.type === 'message-likes-updated' && gone.has(event.messageId)
  }
  return (event) => {
    if (isLate(event)) return
    if (event.type === 'message-deleted') gone.add(event.messageId)
    const frame = frameOf(event)
    history.note(frame)
    fanOut.write(frame)
  }
}

function presenceFrame(members: Members): Buffer {
  const users = members.newestAsJson(presenceNewestShown)
  return textFrame(`{"type":"online-count-updated","onlineCount":${members.count()},"onlineUsers":${users}}`)
}

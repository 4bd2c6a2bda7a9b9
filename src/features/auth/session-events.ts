// Events of the bus channel `sessions`: ended sessions, bans, erasures, and account changes.
import * as z from 'zod/mini'

export const sessionEventSchema = z.discriminatedUnion('type', [
  /** Sessions that were signed out together. */
  z.object({ type: z.literal('ended'), sessionIds: z.array(z.int()) }),
  z.object({ type: z.literal('banned'), userId: z.int(), reason: z.string() }),
  /** The account was deleted. */
  z.object({ type: z.literal('erased'), userId: z.int() }),
  /** Any other visible change: name, picture, address, roles, or a lifted ban. */
  z.object({ type: z.literal('changed'), uid: z.string() }),
])
export type SessionEvent = z.infer<typeof sessionEventSchema>

interface SessionSubject {
  sessionId: number
  userId: number
  uid: string
}

/** Returns a filter for the sessions that an event affects. It runs for every cached session and socket. */
export function affects(event: SessionEvent): (subject: SessionSubject) => boolean {
  switch (event.type) {
    case 'ended': {
      const ended = new Set(event.sessionIds)
      return ({ sessionId }) => ended.has(sessionId)
    }
    case 'banned':
    case 'erased':
      return ({ userId }) => event.userId === userId
    case 'changed':
      return ({ uid }) => event.uid === uid
  }
}

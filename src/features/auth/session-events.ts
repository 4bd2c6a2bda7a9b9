// What is said on the bus channel `sessions`: that sessions have ended, and that people aren't what they were.
import * as z from 'zod/mini'

export const sessionEventSchema = z.discriminatedUnion('type', [
  /** Signed out, all of them together. */
  z.object({ type: z.literal('ended'), sessionIds: z.array(z.int()) }),
  z.object({ type: z.literal('banned'), userId: z.int(), reason: z.string() }),
  /** The account was deleted. */
  z.object({ type: z.literal('erased'), userId: z.int() }),
  /** Something else of what a caller is shown as: name, picture, address, roles, a ban that was lifted. */
  z.object({ type: z.literal('changed'), uid: z.string() }),
])
export type SessionEvent = z.infer<typeof sessionEventSchema>

interface SessionSubject {
  sessionId: number
  userId: number
  uid: string
}

/** Whom news are about, by the session, its user or its identity: asked of everybody who is known. */
export function affects(news: SessionEvent): (whose: SessionSubject) => boolean {
  switch (news.type) {
    case 'ended': {
      const ended = new Set(news.sessionIds)
      return ({ sessionId }) => ended.has(sessionId)
    }
    case 'banned':
    case 'erased':
      return ({ userId }) => news.userId === userId
    case 'changed':
      return ({ uid }) => news.uid === uid
  }
}

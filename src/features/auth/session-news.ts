// What is said on the bus channel `sessions`: that sessions have ended, and that people aren't what they were.
import * as z from 'zod/mini'

export const sessionNewsSchema = z.discriminatedUnion('type', [
  /** Signed out. */
  z.object({ type: z.literal('ended'), sessionId: z.int() }),
  z.object({ type: z.literal('banned'), userId: z.int(), reason: z.string() }),
  /** The account was deleted. */
  z.object({ type: z.literal('erased'), userId: z.int() }),
  /** Something else of what a caller is shown as: name, picture, address, roles, a ban that was lifted. */
  z.object({ type: z.literal('changed'), uid: z.string() }),
])
export type SessionNews = z.infer<typeof sessionNewsSchema>

/** Whether news are about this session, its user or its identity. */
export function concerns(
  news: SessionNews,
  { sessionId, userId, uid }: { sessionId: number; userId: number; uid: string },
): boolean {
  switch (news.type) {
    case 'ended':
      return news.sessionId === sessionId
    case 'banned':
    case 'erased':
      return news.userId === userId
    case 'changed':
      return news.uid === uid
  }
}

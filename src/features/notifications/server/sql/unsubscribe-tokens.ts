// SQL of the links that end mails.
import type { Executor } from '#server/db/database.ts'

interface UnsubscribeToken {
  tokenHash: Buffer
  userId: number
  kind: string
  createdAt: Date
}

export async function insertUnsubscribeToken(db: Executor, token: UnsubscribeToken): Promise<void> {
  await db
    .insertInto('unsubscribe_tokens')
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findUnsubscribeToken(
  db: Executor,
  tokenHash: Buffer,
): Promise<Pick<UnsubscribeToken, 'userId' | 'kind'> | null> {
  const found = await db
    .selectFrom('unsubscribe_tokens')
    .select(['userId', 'kind'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return found ?? null
}

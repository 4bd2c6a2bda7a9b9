// Members who chose reminders, for tests.
import * as z from 'zod/mini'
import { remindersPartSchema } from '#features/notifications/contract.ts'
import { noNotificationChoices } from '#features/notifications/rules.ts'
import { saveNotificationChoices } from '#features/notifications/server/sql/choices.ts'
import type { TestApp } from '#test/app.ts'

/** Stores these choices of a member and no others, and confirms their address. A time alone is by the community's clock. */
export async function chooseReminders(
  app: Pick<TestApp, 'database' | 'clock'>,
  { userId, uid, email }: { userId: number; uid: string; email: string },
  choices: z.input<typeof remindersPartSchema>,
): Promise<void> {
  const now = new Date(app.clock.now())
  const { query } = app.database
  const part = z.parse(remindersPartSchema, { ...noNotificationChoices, ...choices })
  await saveNotificationChoices(query, userId, { part, now })
  await query
    .insertInto('outside_identities')
    .values({ provider: 'google', subject: uid, uid, email, emailVerified: true, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

// Members who chose reminders, for tests.
import type { ReminderChoices } from '#features/reminders/contract.ts'
import { saveReminderChoices } from '#features/reminders/server/sql/choices.ts'
import { noReminders } from '#test/data/no-reminders.ts'
import type { TestApp } from '#test/app.ts'

/** Stores a member's choices, and confirms their address. */
export async function chooseReminders(
  app: Pick<TestApp, 'database' | 'clock'>,
  { userId, uid, email }: { userId: number; uid: string; email: string },
  choices: Partial<ReminderChoices>,
): Promise<void> {
  const now = new Date(app.clock.now())
  const { query } = app.database
  await saveReminderChoices(query, userId, { choices: { ...noReminders, ...choices }, now })
  await query
    .insertInto('outside_identities')
    .values({ provider: 'google', subject: uid, uid, email, emailVerified: true, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

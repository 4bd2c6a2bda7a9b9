// Calls of reports and cases for tests of one app.
import type { TestApp } from '#test/app.ts'
import { makeMessage } from '#test/data/factories.ts'
import type { TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Case } from '../cases-contract.ts'
import type { ModerationMessage, Mute } from '../member-contract.ts'

type People = Record<'gail' | 'mia' | 'mo', TestUser>

export function caseCallsOf(app: TestApp, { gail, mia, mo }: People) {
  const report = (id: number, as: TestUser, body: object = { reason: 'unkind' }) =>
    request(app, `POST /api/messages/${id}/report`, { as, body })
  const queue = async (state: 'open' | 'decided' = 'open', as = gail) => {
    const { body } = await request(app, `GET /api/moderation/cases?state=${state}`, { as })
    return (body as { cases: Case[] }).cases
  }
  const decide = (id: number, body: object, as = gail) =>
    request(app, `PUT /api/moderation/cases/${id}`, { as, body })
  const undo = (id: number, version: number, as = gail) =>
    request(app, `POST /api/moderation/cases/${id}/undo`, { as, body: { version } })
  const claim = (id: number, version: number, as: TestUser) =>
    request(app, `PUT /api/moderation/cases/${id}/claim`, { as, body: { version } })
  const told = async (as: TestUser) => {
    const { body } = await request(app, 'GET /api/account/moderation-messages', { as })
    return body as { mute: Mute | null; messages: ModerationMessage[] }
  }
  const readAllRows = () =>
    Promise.all(
      (
        [
          'moderation_cases',
          'message_reports',
          'chat_mutes',
          'moderation_messages',
          'moderator_notes',
        ] as const
      ).map((table) => app.database.query.selectFrom(table).selectAll().orderBy('id').execute()),
    )
  /** A message by Mia that Mo reported, as the queue has it. */
  const reported = async (text = 'Go away', reason = 'unkind'): Promise<Case & { messageId: number }> => {
    const messageId = await makeMessage(app, mia, { text })
    await report(messageId, mo, { reason })
    const found = (await queue()).find(({ message }) => message?.id === messageId)
    if (!found) throw new Error('The report opened no case.')
    return { ...found, messageId }
  }
  /** Deletes all cases and notes, and lifts a ban of Mia. */
  const clear = async () => {
    const { query } = app.database
    for (const table of ['moderation_cases', 'moderator_notes'] as const)
      await query.deleteFrom(table).execute()
    await query
      .updateTable('users')
      .set({ isBanned: false, bannedUntil: null })
      .where('id', '=', mia.userId)
      .execute()
  }

  return { report, queue, decide, undo, claim, told, readAllRows, reported, clear }
}

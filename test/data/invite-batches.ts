// Lists of invited people for tests.
import type { InviteBatch } from '#features/invite-batches/contract.ts'
import type { TestApp } from '#test/app.ts'
import { eventually } from '#test/eventually.ts'
import type { TestUser } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'

export const inviteSentence = 'You sat with us in the hall and wrote your address on the list.'

/** Invites the people of a text. */
export function inviteList(
  app: TestApp,
  as: TestUser,
  text: string,
  sentence = inviteSentence,
): Promise<TestResponse> {
  return request(app, 'POST /api/admin/invites/import', { as, body: { text, sentence } })
}

export async function listInviteBatches(app: TestApp, as: TestUser): Promise<InviteBatch[]> {
  const { body } = await request(app, 'GET /api/admin/invites/batches', { as })
  return (body as { batches: InviteBatch[] }).batches
}

/** The newest list, once it has this progress. */
export async function inviteBatchWith(
  app: TestApp,
  as: TestUser,
  progress: Partial<InviteBatch>,
): Promise<InviteBatch> {
  return eventually(async () => {
    app.clock.advance(10_000)
    await app.app.jobs.whenIdle()
    const [batch] = await listInviteBatches(app, as)
    for (const [key, value] of Object.entries(progress))
      if (JSON.stringify(batch?.[key as keyof InviteBatch]) !== JSON.stringify(value))
        throw new Error(`${key} is ${JSON.stringify(batch?.[key as keyof InviteBatch])}`)
    if (!batch) throw new Error('There is no list.')
    return batch
  })
}

// An administrator who loses the role while a call of theirs is on its way.
import type { TestApp } from '#test/app.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { request, type TestResponse } from '#test/request.ts'
import { personFields, signIn } from './people.ts'

let count = 0

/** The response to a call that an administrator made before the role was taken away, and whose transaction begins after. */
export async function requestWhileDemoted(
  app: TestApp,
  call: Parameters<typeof request>[1],
  body?: object,
): Promise<TestResponse> {
  count += 1
  const eve = await signIn(app, `demoted-${count}`, personFields.ada)
  const outcome = await raceUncommittedChange(
    app,
    (tx) => tx.updateTable('users').set({ isAdmin: false }).where('id', '=', eve.userId).execute(),
    () => request(app, call, { as: eve, ...(body && { body }) }),
  )
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

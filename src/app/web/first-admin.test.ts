// The setup link's secret, as a tab stores it.
import { expect, test } from 'vitest'
import { saveFirstAdminSecret, consumeFirstAdminSecret } from './first-admin.ts'

const nowMs = Date.UTC(2026, 10, 21, 18)
const halfAnHourMs = 30 * 60_000

test('[OPS-18] the secret of the link waits half an hour for a sign-in in its tab, and is given once', () => {
  saveFirstAdminSecret('still', nowMs)
  expect([
    consumeFirstAdminSecret(nowMs + halfAnHourMs),
    consumeFirstAdminSecret(nowMs + halfAnHourMs),
  ]).toEqual(['still', null])
  saveFirstAdminSecret('still', nowMs)
  expect([consumeFirstAdminSecret(nowMs + halfAnHourMs + 1), consumeFirstAdminSecret(nowMs)]).toEqual([
    null,
    null,
  ])
  sessionStorage.setItem('first-admin', 'something else')
  expect(consumeFirstAdminSecret(nowMs)).toBeNull()
})

// The setup link's secret, as a tab stores it.
import { expect, test } from 'vitest'
import { saveFirstAdminSecret, consumeFirstAdminSecret } from './first-admin.ts'

const nowMs = Date.UTC(2026, 10, 21, 18)
const halfAnHourMs = 30 * 60_000

test('[OPS-18] the setup link’s secret is kept for half an hour in its tab, and is consumed once', () => {
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

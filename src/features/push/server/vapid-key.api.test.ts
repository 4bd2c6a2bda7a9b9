// The community's key for push services: made once, stored encrypted, renewed with the secret.
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { closeAfterAll } from '#test/close-after-all.ts'
import { startPushService } from '#test/fakes/push-service.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { savePushDevice } from './sql.ts'
import { loadVapidKey } from './vapid-key.ts'

const service = closeAfterAll(await startPushService())
const app = await openTestApp({ config: { pushTestService: service.origin } })

test('[REM-08] [T80] is made once for all nodes, and stored encrypted', async () => {
  await app.database.query.deleteFrom('push_key').execute()
  const platform = app.app.platform
  const keys = await Promise.all(Array.from({ length: 4 }, () => loadVapidKey(platform)))
  for (const key of keys) expect(key).toEqual(keys[0])
  const [stored, ...others] = await app.database.query.selectFrom('push_key').selectAll().execute()
  expect(others).toEqual([])
  const privateKey = keys[0]?.privateKey ?? Buffer.alloc(0)
  expect(privateKey).toHaveLength(32)
  expect(stored?.sealedPrivateKey.includes(privateKey)).toBe(false)
  expect(await loadVapidKey(platform)).toEqual(keys[0])
})

test('[REM-08] another SESSION_SECRET renews it, and deletes the subscriptions for the former one', async () => {
  const platform = app.app.platform
  const before = await loadVapidKey(platform)
  const { userId } = await signIn(app, 'mia', personFields.mia)
  const { endpoint, keys } = service.subscribe()
  await savePushDevice(app.database.query, {
    endpointHash: hash('sha256', endpoint, 'buffer'),
    endpoint,
    p256dh: Buffer.from(keys.p256dh, 'base64url'),
    auth: Buffer.from(keys.auth, 'base64url'),
    userId,
    sessionId: 1,
    renewedAt: new Date(app.clock.now()),
  })
  const config = { ...platform.config, sessionSecret: 'another secret of at least 32 characters' }
  const after = await loadVapidKey({ ...platform, config })
  expect(after.publicKey).not.toEqual(before.publicKey)
  expect(await app.database.query.selectFrom('push_subscriptions').selectAll().execute()).toEqual([])
  expect(await loadVapidKey({ ...platform, config })).toEqual(after)
})

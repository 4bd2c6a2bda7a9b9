// Deliveries whose outcomes can't be stored.
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '#test/open-test-app.ts'
import { createPushSender } from './sender.ts'
import { loadVapidKey } from './vapid-key.ts'

const app = await openTestApp()

test('[REM-04] one ends the delivery with its error, once all have ended, and is never unhandled', async () => {
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', onUnhandled)
  onTestFinished(() => void process.off('unhandledRejection', onUnhandled))
  const { platform } = app.app
  const sender = createPushSender({
    platform,
    key: await loadVapidKey(platform),
    subject: 'mailto:hello@example.org',
    icon: () => '',
    onResult: () => undefined,
  })
  const device = {
    endpointHash: Buffer.alloc(32),
    endpoint: 'https://push.example.org/1',
    p256dh: Buffer.alloc(65),
    auth: Buffer.alloc(16),
    refusals: 0,
  }
  const notification = { title: '', body: '', path: '/', topic: 'a', urgency: 'high', at: 0 } as const
  // Too late to be sent.
  const deliveries = Array.from({ length: 51 }, () => ({ devices: [device], notification, deadlineMs: 0 }))
  let failures = 0
  let batches = 0
  const delivery = sender.deliver(deliveries, {
    claim: async (batch) => {
      batches += 1
      // A later batch is claimed when an outcome of the first one has failed.
      while (batches > 1 && failures === 0) await new Promise(setImmediate)
      await new Promise(setImmediate)
      return batch
    },
    onOutcomes: async () => {
      failures += 1
      throw new Error('The database is away.')
    },
  })
  await expect(delivery).rejects.toThrow('The database is away.')
  sender.close()
  expect([failures, unhandled]).toEqual([51, []])
})

// Thanks in the sharing, on several nodes.
import { beforeEach, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { msToTimestamp } from '#shared/day.ts'
import { defaultTestTime } from '#test/clock.ts'
import { deleteSchedules, makeSitting } from '#test/data/factories.ts'
import { joinLive, sendChatMessage, type LiveAddress, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Thanks } from '../contract.ts'
import { thanksEvents } from './room-thanks.ts'
import { deleteOldThanks, insertThanks } from './sql.ts'

const today = '2026-11-21'
const thank = { type: 'thank' }
let sitting: Sitting
const app = await openTestApp({ isUnlimited: true })
const other = await openTestApp({ peerOf: app, isUnlimited: true })
const people = await signInPeople(app)
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
  sitting = await makeSitting(app, { inMs: 60_000 })
  app.clock.set(sitting.sharingAt)
})

async function withClients(
  joins: readonly (readonly [LiveAddress, TestUser])[],
  work: (...clients: TestLiveClient[]) => Promise<void>,
): Promise<void> {
  const clients = await Promise.all(joins.map(([to, as]) => joinLive(to, as, today)))
  try {
    await work(...clients)
  } finally {
    await Promise.all(clients.map((client) => client.close()))
  }
}
const readThanks = async (as: TestUser) =>
  (await request(app, `GET /api/sittings/${sitting.id}/thanks`, { as })).body as Thanks
const updates = (client: TestLiveClient) =>
  client.frames.flatMap((frame) => (frame.type === 'thanks-updated' ? [frame.count] : []))

test('[THANK-01, THANK-02] each member thanks once, and every node sends the same count without names', () =>
  withClients(
    [
      [app, people.mia],
      [other, people.mo],
      [other, people.gail],
    ],
    async (mia, mo, gail) => {
      mia.send(thank)
      await gail.next('thanks-updated')
      mo.send(thank)
      mo.send(thank)
      mia.send(thank)
      for (const client of [mia, mo, gail]) {
        expect(await client.next('thanks-updated', ({ count }) => count === 2)).toEqual({
          type: 'thanks-updated',
          sittingId: sitting.id,
          count: 2,
        })
      }
      // Repeated thanks publish no event.
      let changes = 0
      const stop = app.bus.subscribe(thanksEvents(today), () => (changes += 1))
      mia.send(thank)
      sendChatMessage(mia, 'Thank you all')
      await mia.next('new-message')
      stop()
      expect(changes).toBe(0)
      expect([mia, mo, gail].map((client) => client.count('error'))).toEqual([0, 0, 0])
      expect(await readThanks(people.mia)).toEqual({ count: 2, hasThanked: true })
      expect(await readThanks(people.gail)).toEqual({ count: 2, hasThanked: false })
    },
  ))

test('[THANK-02] 200 messages of many members within two seconds are at most three updates, the last one right @full', async () => {
  const group: TestUser[] = []
  for (let index = 0; index < 40; index += 1)
    group.push(await signIn(app, `crowd-${index}`, { name: `Crowd ${index}` }))
  await withClients(
    group.map((person, index) => [index % 2 === 0 ? app : other, person] as const),
    async (...clients) => {
      const startMs = performance.now()
      const elapsedMs = () => performance.now() - startMs
      for (let sent = 0; sent < 200; sent += 1) {
        while (elapsedMs() < sent * 9.5) await readThanks(people.mia)
        // Each member five times, one member after the other.
        clients[Math.floor(sent / 5)]?.send(thank)
      }
      // Three, unless the machine was slow.
      const updatesMax = 1 + Math.ceil(elapsedMs() / 1_000)
      for (const client of clients) {
        await client.next('thanks-updated', ({ count }) => count === clients.length)
        expect(updates(client).length).toBeLessThanOrEqual(updatesMax)
      }
    },
  )
})

test('[THANK-01] only from the end of the silence to the end of the sharing, by the room clock', () =>
  withClients([[app, people.mia]], async (mia) => {
    for (const moment of [sitting.sharingAt - 1, sitting.endsAt]) {
      app.clock.set(moment)
      mia.send({ ...thank, clientMessageId: `thanks-${moment}` })
      expect(await mia.next('error')).toMatchObject({ clientMessageId: `thanks-${moment}` })
    }
    expect(await readThanks(people.mia)).toEqual({ count: 0, hasThanked: false })
    app.clock.set(sitting.endsAt - 1)
    mia.send(thank)
    await mia.next('thanks-updated')
  }))

test('[THANK-01] [THANK-03] a ban that this node hasn’t received yet applies too; thanks earn nothing', async () => {
  const points = () => app.database.query.selectFrom('quantum_love_transactions').select('id').execute()
  const before = await points()
  const sharingAt = msToTimestamp(sitting.sharingAt)
  const thanks = { userIds: [people.bea.userId, people.mia.userId], sentAt: sharingAt }
  expect(await insertThanks(app.database.query, sitting.id, thanks)).toBe(1)
  expect(await readThanks(people.mia)).toEqual({ count: 1, hasThanked: true })
  expect(await points()).toEqual(before)
})

test('[THANK-01] thanks go after 30 days', () =>
  withClients([[app, people.mia]], async (mia) => {
    mia.send(thank)
    await mia.next('thanks-updated')
    const { sharingAt } = sitting
    expect(await deleteOldThanks(app.database.query, new Date(sharingAt), 1_000)).toBe(0)
    expect(await deleteOldThanks(app.database.query, new Date(sharingAt + 1), 1_000)).toBe(1)
  }))

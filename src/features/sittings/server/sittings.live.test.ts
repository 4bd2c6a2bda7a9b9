// Sittings in the live room: the paused chat, and the hosts' changes.
import { beforeEach, expect, test } from 'vitest'
import { createRoomClock } from '#server/room-clock.ts'
import { startTestApp } from '#test/app.ts'
import { createTestClock, createTickingClock, defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { eventually } from '#test/eventually.ts'
import { connectLive, joinLive, sendChatMessage, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Sitting } from '../sitting.ts'

const today = '2026-11-21'
const app = await openTestApp({ isUnlimited: true })
const other = await openTestApp({ peerOf: app, isUnlimited: true })
const people = await signInPeople(app)
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  for (const table of ['chat_messages', 'mood_entries'] as const)
    await app.database.query.deleteFrom(table).execute()
  await deleteSchedules(app)
  await makeMeditation(app)
})

async function host(action: string, body?: object): Promise<Sitting> {
  const table = action === 'begin' ? 'schedules' : 'sittings'
  const { id } = await app.database.query
    .selectFrom(table)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const response = await request(app, `POST /api/sittings/${id}/${action}`, { as: people.gail, body })
  expect(response.status).toBe(200)
  return response.body as Sitting
}
const texts = async () => {
  const rows = await app.database.query.selectFrom('chat_messages').select('message').execute()
  return rows.map(({ message }) => message)
}
const sendDuringPause = (client: TestLiveClient, text: string) =>
  client.send({ type: 'chat-message', text, duringPause: true })

test('[PHASE-19] [PHASE-05] a host’s change reaches the rooms of all nodes once; a phase change sends nothing', async () => {
  const [here, there] = [await joinLive(app, people.mia, today), await joinLive(other, people.mo, today)]
  const sitting = await host('begin', { inSeconds: 3_600 })
  for (const client of [here, there])
    expect(await client.next('sitting-changed')).toEqual({
      type: 'sitting-changed',
      id: sitting.id,
      sitting,
    })
  for (const client of [here, there]) await client.whenCaughtUp()
  // Arrivals from the other node, and a node's first report of the meditation, may come late.
  const others = ['heartbeat', 'session-changed', 'user-joined', 'online-count-updated']
  const count = ({ frames }: TestLiveClient) => frames.filter(({ type }) => !others.includes(type)).length
  const before = [here, there].map(count)
  for (const moment of ['gatherAt', 'startsAt', 'videoAt', 'sharingAt', 'endsAt'] as const) {
    app.clock.set(sitting[moment])
    for (const client of [here, there]) await client.whenCaughtUp()
  }
  expect([here, there].map(count)).toEqual(before)
})

test('[PHASE-19] a change without an event is noticed by the next poll', async () => {
  await host('begin', { inSeconds: 60 })
  const mia = await joinLive(app, people.mia, today)
  await mia.whenCaughtUp()
  const { id } = await app.database.query
    .updateTable('sittings')
    .set({ mediaSeconds: 60, version: 2 })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Changes by the test before may arrive as well.
  const isNew = (frame: TestLiveClient['frames'][number]) =>
    frame.type === 'sitting-changed' && frame.id === id && frame.sitting?.version === 2
  await eventually(() => {
    app.clock.advance(5_000)
    expect(mia.frames.filter(isNew)).toHaveLength(1)
  })
})

test('[PHASE-22] a joining client receives the room’s sitting', async () => {
  const sitting = await host('begin', { inSeconds: 20 })
  const first = await joinLive(app, people.mia, today)
  // Frames about the sittings of earlier tests may arrive as well.
  const own = () =>
    first.frames.filter((frame) => frame.type === 'sitting-changed' && frame.id === sitting.id)
  await eventually(() => expect(own()).toHaveLength(1))
  const second = await joinLive(app, people.mo, today)
  expect(second.frames).toContainEqual({ type: 'sitting-changed', id: sitting.id, sitting })
})

test('[QUIET-01] from the bell to the end the chat rejects messages on every node, also from late joiners; then it accepts them', async () => {
  const { startsAt, sharingAt } = await host('begin', { inSeconds: 20 })
  const mia = await joinLive(app, people.mia, today)
  app.clock.set(startsAt - 500)
  sendChatMessage(mia, 'Before the bell', 'before-the-bell')
  await mia.next('new-message')
  app.clock.set(startsAt)
  const mo = await joinLive(other, people.mo, today)
  for (const [index, client] of [mia, mo].entries()) {
    sendChatMessage(client, 'During the pause', `during-pause-${index}`)
    expect(await client.next('error')).toMatchObject({
      code: 'chat_paused',
      opensAtMs: sharingAt,
      clientMessageId: `during-pause-${index}`,
    })
  }
  app.clock.set(startsAt + 30_000)
  await host('end')
  await mo.next('sitting-changed', ({ sitting }) => sitting?.sharingAt === startsAt + 30_000)
  sendChatMessage(mo, 'After it', 'after-it-came')
  await mo.next('new-message', ({ message }) => message.message === 'After it')
  expect(await texts()).toEqual(['Before the bell', 'After it'])
})

test('[QUIET-05] a moderator sends during the pause only after confirming; a member’s confirmation has no effect', async () => {
  const { startsAt } = await host('begin', { inSeconds: 20 })
  const [gail, mia] = [await joinLive(app, people.gail, today), await joinLive(app, people.mia, today)]
  app.clock.set(startsAt)
  sendChatMessage(gail, 'Unasked')
  expect(await gail.next('error')).toMatchObject({ code: 'chat_paused' })
  sendDuringPause(mia, 'Unheard')
  expect(await mia.next('error')).toMatchObject({ code: 'chat_paused' })
  sendDuringPause(gail, 'Please mute your phones.')
  expect(await mia.next('new-message')).toMatchObject({ duringPause: true })
  expect(await texts()).toEqual(['Please mute your phones.'])
  await host('end')
  sendDuringPause(gail, 'Thank you')
  expect(await mia.next('new-message')).not.toHaveProperty('duringPause')
})

test('[PHASE-20] [QUIET-07] a cancellation opens the chat at once; reading and liking never stopped', async () => {
  const { startsAt } = await host('begin', { inSeconds: 20 })
  const mia = await joinLive(app, people.mia, today)
  sendChatMessage(mia, 'Good morning')
  const { message } = await mia.next('new-message')
  app.clock.set(startsAt)
  expect(await request(app, `GET /api/meditation/chat/${today}`, { as: people.mo })).toMatchObject({
    body: { messages: [{ message: 'Good morning' }] },
  })
  expect(await request(app, `POST /api/messages/${message.id}/like`, { as: people.mo })).toMatchObject({
    status: 200,
  })
  await host('cancel', { note: 'The line is down.' })
  await mia.next('sitting-changed', ({ sitting }) => sitting?.cancelled === true)
  sendChatMessage(mia, 'Until tomorrow')
  await mia.next('new-message', ({ message }) => message.message === 'Until tomorrow')
})

test('[PHASE-16] the room of a sitting that crosses midnight stays open until its sharing ends', async () => {
  app.clock.set(wall('2026-11-21 23:50'))
  const { endsAt } = await host('begin', { inSeconds: 1_800 })
  expect(endsAt).toBeGreaterThan(Temporal.Instant.from(wall('2026-11-22 00:18')).epochMilliseconds)
  const mia = await joinLive(app, people.mia, today)
  app.clock.set(wall('2026-11-22 00:19'))
  sendChatMessage(mia, 'Still here')
  await mia.next('new-message')
  app.clock.set(endsAt)
  await mia.next('session-changed', ({ roomClosed }) => roomClosed)
})

test('[PHASE-08] [PHASE-16] a room opens with the doors of its sitting, also on the evening before', async () => {
  const tomorrow = '2026-11-22'
  await makeMeditation(app, { day: tomorrow, scheduledTime: '00:10', sitting: { together: true } })
  app.clock.set(wall('2026-11-21 23:56'))
  const mia = await connectLive(app, { as: people.mia })
  mia.send({ type: 'join-session', userId: people.mia.userId, sessionDate: tomorrow })
  await eventually(() => expect(mia.count('initial-messages') + mia.count('error')).toBe(1))
  expect(mia.count('initial-messages')).toBe(1)
  sendChatMessage(mia, 'Early')
  const { message } = await mia.next('new-message')
  const as = people.mo
  const ask = async (call: `${'GET' | 'POST'} /${string}`, body?: object) => {
    const { status, ...response } = await request(app, call, { as, ...(body ? { body } : {}) })
    return status < 300 ? response.body : status
  }
  expect(await ask(`GET /api/meditation/chat/${tomorrow}`)).toMatchObject({
    messages: [{ message: 'Early' }],
  })
  expect(await ask(`POST /api/messages/${message.id}/like`)).toMatchObject({ likes: 1 })
  expect(await ask('GET /api/meditation/online-count')).toEqual({ count: 1 })
  const [{ id }] = (await ask('GET /api/sittings')) as [Sitting]
  const entry = { sessionDate: tomorrow, moodType: 'pre', emotionLevel: 4 }
  expect(await ask('POST /api/mood/entry', entry)).toMatchObject({ sessionDate: tomorrow, sittingId: id })
  app.clock.set(wall('2026-11-21 23:54'))
  const early = await connectLive(app, { as })
  early.send({ type: 'join-session', userId: as.userId, sessionDate: tomorrow })
  expect(await early.next('error')).toMatchObject({ code: 'bad_date' })
  expect(await ask('POST /api/mood/entry', entry)).toBe(400)
})

test('[PHASE-04, SYNC-04] nodes whose clocks differ by seconds share PostgreSQL’s', async () => {
  const log = app.app.platform.log
  const roomClockOf = (clock: ReturnType<typeof createTickingClock>) =>
    createRoomClock({ clock, database: app.database, log })
  const [early, late] = [createTickingClock(), createTickingClock()]
  late.advance(3_000)
  const [ofEarly, ofLate] = [await roomClockOf(early), await roomClockOf(late)]
  expect(Math.abs(ofEarly.now() - ofLate.now())).toBeLessThan(50)
  expect(Math.abs(late.now() - early.now())).toBeGreaterThan(2_900)
  const node = await startTestApp({ peerOf: app, roomClock: ofLate })
  const { headers } = await request(node, 'GET /api/meditation/today', { as: people.mia })
  expect(Math.abs(Number(headers.get('x-server-time')) - ofEarly.now())).toBeLessThan(2_000)
  expect(createTestClock().now()).not.toBe(Number(headers.get('x-server-time')))
  await node.close()
})

test('[PHASE-18] [T65] refused changes don’t use up the ten an hour, and neither keeps a host from ending', async () => {
  const limited = await startTestApp({ peerOf: app })
  const { id } = await host('begin', { inSeconds: 600 })
  const ask = async (action: string, body?: object) =>
    (await request(limited, `POST /api/sittings/${id}/${action}`, { as: people.gail, body })).status
  const delay = (minutes: number) => ask('delay', { minutes })
  for (let count = 0; count < 10; count += 1) expect([await delay(0), await delay(1)]).toEqual([400, 200])
  expect(await delay(1)).toBe(429)
  app.clock.advance(21 * 60_000)
  expect(await ask('end')).toBe(200)
  await limited.close()
})

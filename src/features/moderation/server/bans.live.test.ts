// Bans against live activity: sockets, messages in flight, likes, energy entries.
import { describe, expect, test } from 'vitest'
import type { ServerMessage } from '#app/live-messages.ts'
import { changeLikeUnlessBanned } from '#features/chat/server/sql/likes.ts'
import { insertSentMessage } from '#features/chat/server/sql/messages.ts'
import type { Executor } from '#server/db/database.ts'
import { wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation, makeMessage, makeSitting } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import {
  connectLive,
  joinLive,
  rejectedUpgrade,
  sendChatMessage,
  type TestLiveClient,
} from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'
const reason = 'Unkind words'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
await makeMeditation(app)

const ban = (userId: number) =>
  request(app, `PUT /api/admin/users/${userId}/ban`, { as: people.gail, body: { reason } })
const like = (id: number, as: TestUser) => request(app, `POST /api/messages/${id}/like`, { as })
const saveEnergy = (as: TestUser) =>
  request(app, 'POST /api/mood/entry', {
    as,
    body: { sessionDate: today, emotionLevel: 6, moodType: 'pre', notes: null, comment: '' },
  })

/** The number of rows that a member has written. */
async function countRowsWrittenBy(userId: number): Promise<number> {
  const counts = await Promise.all(
    (['chat_messages', 'message_likes', 'mood_entries'] as const).map((table) =>
      app.database.query
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** The ban as its transaction writes it. */
const writeBan = (userId: number) => (tx: Executor) =>
  tx
    .updateTable('users')
    .set({ isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: reason })
    .where('id', '=', userId)
    .execute()

describe('a ban', () => {
  test('[I12] [LIVE-26] reaches every open socket of the member within a second, with the reason', async () => {
    const quinn = await signIn(app, 'quinn', { name: 'Quinn' })
    const witness = await joinLive(app, people.mo, today)
    const sockets = [
      ...(await Promise.all([1, 2, 3, 4].map(() => joinLive(app, quinn, today)))),
      await connectLive(app, { as: quinn }),
    ]
    expect((await ban(quinn.userId)).status).toBe(200)
    const respondedAtMs = performance.now()
    for (const socket of sockets) {
      expect(await socket.next('access-denied')).toEqual({ type: 'access-denied', reason })
      expect(await socket.closed).toBe(4403)
    }
    expect(performance.now() - respondedAtMs).toBeLessThan(1_000)
    await witness.next('user-left', ({ userId }) => userId === quinn.userId)
    expect(witness.count('access-denied')).toBe(0)
    const rejected = { status: 403, body: { code: 'banned', reason } }
    expect(await rejectedUpgrade(app, { as: quinn })).toMatchObject(rejected)
    await witness.close()
  })

  test('[LIVE-26] [T23] rejects sockets that are being opened', async () => {
    const rosa = await signIn(app, 'rosa', { name: 'Rosa' })
    const openings = Array.from({ length: 20 }, () => tryConnect(rosa))
    const response = ban(rosa.userId)
    const sockets = (await Promise.all(openings)).filter((socket) => socket !== null)
    expect((await response).status).toBe(200)
    for (const socket of sockets) expect([4008, 4403]).toContain(await socket.closed)
    expect(await tryConnect(rosa)).toBeNull()
  })
})

describe('one write and one ban', () => {
  interface WriteInput {
    as: TestUser
    messageId: number
    sessionId: number
  }
  const put = (as: TestUser, path: `/${string}`, body: object) => request(app, `PUT ${path}`, { as, body })
  const banned = { status: 403, body: { code: 'banned', reason } }
  const flows: [string, (input: WriteInput) => Promise<unknown>, unknown][] = [
    ['a message', ({ as }) => sendOneMessage(as), { closed: 4403, told: { type: 'access-denied', reason } }],
    ['a like', ({ as, messageId }) => like(messageId, as), banned],
    ['an energy entry', ({ as }) => saveEnergy(as), banned],
    [
      'a session',
      ({ as }) => request(app, 'POST /api/session/start', { as, body: { sessionDate: today } }),
      banned,
    ],
    ['time', ({ as, sessionId }) => put(as, `/api/session/${sessionId}`, { additionalDuration: 30 }), banned],
    [
      'a beacon',
      ({ as, sessionId }) =>
        request(app, `POST /api/session/${sessionId}`, { as, body: { additionalDuration: 30 } }),
      banned,
    ],
    [
      'a profile',
      async ({ as }) => {
        const { profilePicture } = await profileOf(as.userId)
        const profile = { name: 'Renamed', email: as.email, profilePicture, profileCompleted: true }
        return put(as, '/api/user/profile', { ...profile, firebaseUid: as.uid })
      },
      banned,
    ],
  ]

  test.each(flows)(
    '[F26] [T23] %s concurrent with a ban waits for it and is rejected',
    async (name, write, value) => {
      const as = await newcomer()
      const messageId = await makeMessage(app, people.mo)
      const sessionId = name === 'a session' ? 0 : await startSession(as)
      app.clock.advance(30_000)
      const before = await readMemberRows(as.userId)
      const outcome = await raceUncommittedChange(app, writeBan(as.userId), () =>
        write({ as, messageId, sessionId }),
      )
      expect(outcome).toMatchObject({ status: 'fulfilled', value })
      expect(await readMemberRows(as.userId)).toEqual(before)
    },
  )

  test('[F26] each of these writes changes something without a ban', async () => {
    for (const [name, write] of flows) {
      const as = await newcomer()
      const messageId = await makeMessage(app, people.mo)
      const sessionId = name === 'a session' ? 0 : await startSession(as)
      app.clock.advance(30_000)
      const before = await readMemberRows(as.userId)
      await write({ as, messageId, sessionId })
      expect({ name, trace: await readMemberRows(as.userId) }).not.toEqual({ name, trace: before })
    }
  })

  const inserts: [string, (tx: Executor, user: TestUser) => Promise<unknown>][] = [
    [
      'a like',
      async (tx, { userId }) => {
        const messageId = await makeMessage(app, people.mo)
        await changeLikeUnlessBanned(tx, {
          messageId,
          userId,
          liked: true,
          createdAt: new Date(app.clock.now()),
          days: { from: today, to: today },
        })
      },
    ],
    [
      'a message',
      async (tx, { userId }) => {
        await insertSentMessage(tx, {
          isHeld: false,
          userId,
          message: 'just in time',
          timestamp: new Date(app.clock.now()),
          sessionDate: today,
          clientMessageId: null,
        })
      },
    ],
  ]

  test.each(inserts)('[I11] a ban concurrent with %s waits until it commits', async (_, insert) => {
    const user = await newcomer()
    let isCommitted = false
    const outcome = await raceUncommittedChange(
      app,
      (tx) => insert(tx, user),
      async () => {
        const response = await ban(user.userId)
        isCommitted = (await countRowsWrittenBy(user.userId)) === 1
        return response.status
      },
    )
    expect({ outcome, isCommitted }).toEqual({
      outcome: { status: 'fulfilled', value: 200 },
      isCommitted: true,
    })
  })
})

const profileOf = (userId: number) =>
  app.database.query
    .selectFrom('users')
    .select(['name', 'profilePicture'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** All rows that a member has written. */
async function readMemberRows(userId: number): Promise<unknown> {
  const tables = ['chat_messages', 'message_likes', 'mood_entries', 'meditation_sessions'] as const
  const rows = await Promise.all(
    tables.map((table) =>
      app.database.query.selectFrom(table).selectAll().where('userId', '=', userId).execute(),
    ),
  )
  return { profile: await profileOf(userId), rows }
}

async function startSession(as: TestUser): Promise<number> {
  const { body } = await request(app, 'POST /api/session/start', { as, body: { sessionDate: today } })
  return (body as { id: number }).id
}

let serial = 0
function newcomer(): Promise<TestUser> {
  serial += 1
  return signIn(app, `newcomer-${serial}`, { name: `Newcomer ${serial}` })
}

/** Sends a chat message; returns the close code and the last server message. */
async function sendOneMessage(as: TestUser): Promise<{ closed: number; told: ServerMessage | undefined }> {
  const socket = await joinLive(app, as, today)
  sendChatMessage(socket, 'one more thing')
  await Promise.race([socket.next('new-message').catch(() => null), socket.closed])
  return { closed: await socket.close(), told: socket.frames.at(-1) }
}

async function tryConnect(as: TestUser): Promise<TestLiveClient | null> {
  try {
    return await connectLive(app, { as })
  } catch {
    return null
  }
}

test('[CHAT-22] a ban may delete the messages of the day, which leave the open chats; others’ and older ones stay', async () => {
  const troll = await signIn(app, 'troll', { name: 'Tro Ll' })
  const [today1, today2] = [await makeMessage(app, troll), await makeMessage(app, troll)]
  const older = await makeMessage(app, troll, { day: '2026-11-20' })
  const others = await makeMessage(app, people.gail)
  const gail = await joinLive(app, people.gail, today)
  const body = { reason, deleteMessagesOfToday: true }
  const { status } = await request(app, `POST /api/admin/users/${troll.userId}/ban`, {
    as: people.gail,
    body,
  })
  expect(status).toBe(200)
  const visible = await app.database.query
    .selectFrom('chat_messages')
    .select('id')
    .where('id', 'in', [today1, today2, older, others])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  expect(visible.map(({ id }) => id)).toEqual([older, others])
  const isDeleted = (messageId: number) =>
    gail.frames.some((message) => message.type === 'message-deleted' && message.messageId === messageId)
  await expect.poll(() => [today1, today2, older, others].map(isDeleted)).toEqual([true, true, false, false])
  const { after } = await app.database.query
    .selectFrom('activities')
    .select('after')
    .where('action', '=', 'user.ban')
    .where('targetId', '=', troll.userId)
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ bannedReason: reason, deletedMessages: 2 })
  gail.terminate()
})

test('[CHAT-22] [PHASE-16] after midnight the messages of a sitting that goes on are those of today, too', async () => {
  await deleteSchedules(app)
  app.clock.set(wall('2026-11-21 23:59'))
  await makeSitting(app, { inMs: 0 })
  app.clock.set(wall('2026-11-22 00:01'))
  const troll = await signIn(app, 'night-troll', { name: 'Night Tro Ll' })
  for (const day of [today, '2026-11-22']) await makeMessage(app, troll, { day })
  const body = { reason, deleteMessagesOfToday: true }
  await request(app, `POST /api/admin/users/${troll.userId}/ban`, { as: people.gail, body })
  const left = app.database.query.selectFrom('chat_messages').select('id').where('deletedAt', 'is', null)
  expect(await left.where('userId', '=', troll.userId).execute()).toEqual([])
})

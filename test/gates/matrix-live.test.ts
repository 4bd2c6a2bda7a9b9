// Gate: every line of the permission matrix that is about the live channel, over real sockets; and the guards of the
// channel seen missing, line by line, when they let everything pass.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientMessages } from '#features/live/contract.ts'
import type { GuardName } from '#server/guards.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { cast, signIn, type Person } from '#test/cast.ts'
import { openChannel } from '#test/live-channel.ts'
import {
  connectLive,
  joinLive,
  refusedUpgrade,
  say,
  type LiveAddress,
  type LiveClient,
} from '#test/live-client.ts'
import { makeMeditation } from '#test/make.ts'
import { request } from '#test/request.ts'
import { inWords, personaOf } from './matrix-http.ts'
import matrix from './matrix.json' with { type: 'json' }

const today = '2026-11-21'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await makeMeditation(app)
})
afterAll(() => app.close())

interface Line {
  message: string
  column: string
  expected: string
}
const lines: readonly Line[] = matrix.live.flatMap(({ message, ...columns }) =>
  Object.entries(columns).map(([column, expected]) => ({ message, column, expected })),
)
const upgrades = lines.filter(({ message }) => message.startsWith('upgrade'))
const messages = lines.filter(({ message }) => !message.startsWith('upgrade'))

let serial = 0
function somebody(column: string): Promise<Person> {
  serial += 1
  const role = Object.entries(personaOf).find(([name]) => name === column)?.[1] ?? 'mia'
  return signIn(app, `${role}-live-${serial}`, cast[role])
}

const originOf: Record<string, string | null> = {
  'upgrade from a foreign page': 'https://evil.example',
  'upgrade without an Origin': null,
}

/** '101', or the refusal; of a socket that failed in another way, what it said. */
async function upgradeOf({ message, column }: Line, to: LiveAddress): Promise<string> {
  const as = column === 'A' ? null : await somebody(column)
  const origin = message in originOf ? { origin: originOf[message] ?? null } : {}
  return refusedUpgrade(to, { as, ...origin }).then(inWords, (error: unknown) =>
    String(error).includes('was not refused') ? '101' : String(error),
  )
}

test.each(upgrades)('[T06] $message by $column is answered $expected', async (line) => {
  expect(await upgradeOf(line, app)).toBe(line.expected)
})

interface Facts {
  client: LiveClient
  me: Person
  other: Person
}
const join = ({ client, me }: Facts, day = today) =>
  client.send({ type: 'join-session', userId: me.userId, sessionDate: day })
/** In the room of today, with everything read that came of it. */
const joined = (then: (facts: Facts) => Promise<void> | void) => async (facts: Facts) => {
  await facts.client.join(today)
  await then(facts)
}
const saying = (text: unknown, more: object = {}) =>
  joined(({ client }) => client.send({ type: 'chat-message', text, ...more }))
const sending = (frame: object | string | Uint8Array) => joined(({ client }) => client.send(frame))

const plays: Record<string, (facts: Facts) => Promise<void> | void> = {
  'join-session': (facts) => join(facts),
  'join-session of a day long past': (facts) => join(facts, '2025-01-05'),
  'join-session of a day that is none': (facts) => join(facts, '2026-02-30'),
  'join-session once more': joined((facts) => join(facts)),
  'leave-session': ({ client }) => client.send({ type: 'leave-session' }),
  'leave-session of a room': joined(({ client }) => client.send({ type: 'leave-session' })),
  'chat-message before a join': ({ client }) => say(client, 'Is anybody here?'),
  'chat-message': saying('Good morning'),
  'chat-message that names another author': saying('Good morning', { userId: 1 }),
  'chat-message that is empty': saying(' \u0007 '),
  'chat-message that is too long': saying('x'.repeat(501)),
  "chat-message that can't be stored": saying('a\u0000b'),
  'chat-message that is no text': saying(['Good morning']),
  'new-message': sending({ type: 'new-message', message: { id: 1, message: 'forged' } }),
  'message-deleted': sending({ type: 'message-deleted', messageId: 1 }),
  'a type that is none': sending({ type: 'ban', userId: 1 }),
  'no JSON': sending('Good morning'),
  bytes: sending(new TextEncoder().encode('{"type":"leave-session"}')),
  'more than 8 KB': sending('x'.repeat(8_193)),
  'twenty wrong messages': joined(async ({ client }) => {
    for (let count = 1; count < 20; count += 1) {
      client.send('nonsense')
      await client.next('error')
    }
    client.send('nonsense')
  }),
  'a 6th chat-message at once': joined(({ client }) => sayOften(client, 6)),
  'an 11th chat-message at once': joined(({ client }) => sayOften(client, 11)),
  'chat-message after a ban that nobody has told of': joined(async ({ client, me }) => {
    const ban = { isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' }
    await app.database.query.updateTable('users').set(ban).where('id', '=', me.userId).execute()
    say(client, 'Good morning')
  }),
  'sign-out while it is open': joined(async ({ me }) => {
    await request(app, 'DELETE /api/auth/session', { as: me })
  }),
}

/** All but the last are heard by everybody. */
async function sayOften(client: LiveClient, times: number): Promise<void> {
  for (let count = 1; count < times; count += 1) {
    say(client, `Good morning ${count}`)
    await client.next('new-message')
  }
  say(client, 'Once more')
}

/** Waits for what is expected, and for nothing else; what else came is among the answer. */
async function whatCame(expected: string, { client, me }: Facts, witness: LiveClient): Promise<string> {
  const [told = '', code = ''] = expected.split(', then ')
  const end = code === '' ? '' : `, then ${await client.closed}`
  switch (told) {
    case 'nothing': {
      if (end !== '') return `nothing${end}`
      const before = client.count('initial-messages')
      // Handled after it; and by then anything that it had to say would have been said.
      client.send({ type: 'chat-message', text: '' })
      await client.next('error', (frame) => frame.code === 'invalid')
      await client.caughtUp()
      return client.count('error') === 1 && client.count('initial-messages') === before
        ? 'nothing'
        : 'something'
    }
    case 'user-left to the others': {
      await witness.next('user-left', ({ userId }) => userId === me.userId)
      return told
    }
    case 'new-message of their own': {
      const isMine = ({ message }: { message: { user: { id: number } } }) => message.user.id === me.userId
      const { message } = await client.next('new-message', isMine)
      await witness.next('new-message', ({ message: { id } }) => id === message.id)
      return told
    }
    case 'initial-messages':
    case 'access-denied':
      await client.next(told)
      return `${told}${end}`
    default:
      return `${(await client.next('error')).code}${end}`
  }
}

test('every message of a client, and nothing that is unknown, has its line', () => {
  const types = Object.keys(clientMessages)
  expect(types.filter((type) => !(type in plays))).toEqual([])
  expect([...new Set(messages.map(({ message }) => message))].sort()).toEqual(Object.keys(plays).sort())
})

test.each(messages)('[T07] $message by $column is told $expected', async ({ message, column, expected }) => {
  const other = await somebody('M')
  const witness = await joinLive(app, other, today)
  const me = await somebody(column)
  const client = await connectLive(app, { as: me })
  const facts = { client, me, other }
  // Column O says to be somebody else.
  await plays[message]?.(column === 'O' ? { ...facts, me: other } : facts)
  expect(await whatCame(expected, facts, witness)).toBe(expected)
  const wasHeard = witness.frames.some(
    (frame) => frame.type === 'new-message' && frame.message.user.id === me.userId,
  )
  const isHeard = expected.startsWith('new-message') || /(?:6|11)th/.test(message)
  expect(wasHeard).toBe(isHeard)
  await Promise.all([client.close(), witness.close()])
})

const guardOf: readonly (readonly [GuardName, string])[] = [
  ['origin', '403 bad_origin'],
  ['session', '401 unauthenticated'],
  ['ban', '403 banned'],
  ['profile', '403 profile_incomplete'],
]

test.each(guardOf)('the guard %s is seen missing on each line that says %s', async (name, code) => {
  const open = await openChannel(app, { letPass: new Set([name]) })
  for (const line of upgrades.filter(({ expected }) => expected === code)) {
    const actual = await upgradeOf(line, open)
    expect({ ...line, actual }).not.toEqual({ ...line, actual: code })
    // Nobody without a row gets further than that.
    if (line.column === 'A' || line.column === 'U') continue
    expect({ ...line, actual }).toMatchObject({ actual: expect.stringMatching(/^101$|^403 /) as unknown })
  }
  await open.close()
})

test('the guard identity is seen missing: who says to be somebody else is let in', async () => {
  const open = await openChannel(app, { letPass: new Set<GuardName>(['identity']) })
  const [me, other] = [await somebody('M'), await somebody('M')]
  const client = await connectLive(open, { as: me })
  join({ client, me: other, other })
  await client.next('initial-messages')
  expect(client.count('error')).toBe(0)
  await client.close()
  await open.close()
})

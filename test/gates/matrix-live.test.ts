// Gate: every row of the permission matrix about the live channel, over real sockets. Each row notices a disabled
// guard.
import { expect, test } from 'vitest'
import { clientMessages } from '#app/live-messages.ts'
import type { GuardName } from '#server/http/guards.ts'
import { makeSitting } from '#test/data/factories.ts'
import { openTestChannel } from '#test/live/live-channel.ts'
import {
  connectLive,
  joinLive,
  rejectedUpgrade,
  type LiveAddress,
  type TestLiveClient,
} from '#test/live/live-client.ts'
import { guardsWithout } from '#test/network/guards-without.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, type TestUser } from '#test/people/people.ts'
import { fieldsOf, statusAndCode, personaOf } from './matrix/matrix-http.ts'
import type { SampleMessageInput } from './matrix/sample-requests.ts'
import { upgrades as upgradeRows } from './platform-proof.ts'
import { columns, type Column } from './proof.ts'
import { proofs } from './proofs.ts'

const today = '2026-11-21'

const app = await openTestApp()
// In its sharing: members may chat, and thank.
await makeSitting(app, { inMs: -180_000 })

interface LiveCell {
  message: string
  column: Column
  expected: string
}
const cellsOf = (message: string, row: Partial<Record<Column, string | null>>): LiveCell[] =>
  columns.flatMap((column) => {
    const expected = row[column] ?? null
    return expected === null ? [] : [{ message, column, expected }]
  })
const messageRows = proofs.flatMap(({ proof }) => Object.entries(proof.messages ?? {}))
const messages = messageRows.flatMap(([message, row]) => cellsOf(message, row))
const upgrades = Object.entries(upgradeRows).flatMap(([message, row]) => cellsOf(message, row))

let serial = 0
function signInFor(column: string): Promise<TestUser> {
  serial += 1
  const role = Object.entries(personaOf).find(([name]) => name === column)?.[1] ?? 'mia'
  return signIn(app, `${role}-live-${serial}`, fieldsOf[role])
}

const originOf: Record<string, string | null> = {
  'upgrade from a foreign page': 'https://evil.example',
  'upgrade without an Origin': null,
}

/** '101', or the error of the upgrade; for a socket that failed otherwise, its message. */
async function upgradeOutcome({ message, column }: LiveCell, to: LiveAddress): Promise<string> {
  const as = column === 'A' ? null : await signInFor(column)
  const origin = message in originOf ? { origin: originOf[message] ?? null } : {}
  return rejectedUpgrade(to, { as, ...origin }).then(statusAndCode, (error: unknown) =>
    String(error).includes('was not refused') ? '101' : String(error),
  )
}

test.each(upgrades)('[T06] $message by $column is responded to with $expected', async (line) => {
  expect(await upgradeOutcome(line, app)).toBe(line.expected)
})

const samples = new Map(messageRows.map(([name, { send }]) => [name, send]))

/** Waits for the expected messages; any other message is part of the result. */
async function receivedOutcome(
  expected: string,
  { client, me }: SampleMessageInput,
  witness: TestLiveClient,
): Promise<string> {
  const [received = '', code = ''] = expected.split(', then ')
  const end = code === '' ? '' : `, then ${await client.closed}`
  switch (received) {
    case 'nothing': {
      if (end !== '') return `nothing${end}`
      const before = client.count('initial-messages')
      // The server handles this message later, so any reply to the earlier one arrives first.
      client.send({ type: 'chat-message', text: '' })
      await client.next('error', (frame) => frame.code === 'invalid')
      await client.whenCaughtUp()
      return client.count('error') === 1 && client.count('initial-messages') === before
        ? 'nothing'
        : 'something'
    }
    case 'user-left to the others': {
      await witness.next('user-left', ({ userId }) => userId === me.userId)
      return received
    }
    case 'new-message of their own': {
      const isMine = ({ message }: { message: { user: { id: number } } }) => message.user.id === me.userId
      const { message } = await client.next('new-message', isMine)
      await witness.next('new-message', ({ message: { id } }) => id === message.id)
      return received
    }
    case 'initial-messages':
    case 'access-denied':
      await client.next(received)
      return `${received}${end}`
    default:
      return `${(await client.next('error')).code}${end}`
  }
}

test('every client message has a row in the matrix', () => {
  expect(Object.keys(clientMessages).filter((type) => !samples.has(type))).toEqual([])
})

test.each(messages)('[T07] $message by $column gets $expected', async ({ message, column, expected }) => {
  const other = await signInFor('M')
  const witness = await joinLive(app, other, today)
  const me = await signInFor(column)
  const client = await connectLive(app, { as: me })
  const facts = { app, client, me }
  // In column O the message names another user.
  await samples.get(message)?.(column === 'O' ? { ...facts, me: other } : facts)
  expect(await receivedOutcome(expected, facts, witness)).toBe(expected)
  const wasReceived = witness.frames.some(
    (frame) => frame.type === 'new-message' && frame.message.user.id === me.userId,
  )
  const isReceived = expected.startsWith('new-message') || /(?:6|11)th/.test(message)
  expect(wasReceived).toBe(isReceived)
  await Promise.all([client.close(), witness.close()])
})

const guardCodes: readonly (readonly [GuardName, string])[] = [
  ['origin', '403 bad_origin'],
  ['session', '401 unauthenticated'],
  ['ban', '403 banned'],
  ['profile', '403 profile_incomplete'],
]

test.each(guardCodes)('without the guard %s, each row that expects %s is noticed', async (name, code) => {
  const open = await openTestChannel(app, { enabledGuards: guardsWithout(name) })
  for (const line of upgrades.filter(({ expected }) => expected === code)) {
    const actual = await upgradeOutcome(line, open)
    expect({ ...line, actual }).not.toEqual({ ...line, actual: code })
    // Callers without a user row get no further than the upgrade.
    if (line.column === 'A' || line.column === 'U') continue
    expect({ ...line, actual }).toMatchObject({ actual: expect.stringMatching(/^101$|^403 /) as unknown })
  }
  await open.close()
})

test('without the guard identity, a client can join as another member', async () => {
  const open = await openTestChannel(app, { enabledGuards: guardsWithout('identity') })
  const [me, other] = [await signInFor('M'), await signInFor('M')]
  const client = await connectLive(open, { as: me })
  client.send({ type: 'join-session', userId: other.userId, sessionDate: today })
  await client.next('initial-messages')
  expect(client.count('error')).toBe(0)
  await client.close()
  await open.close()
})

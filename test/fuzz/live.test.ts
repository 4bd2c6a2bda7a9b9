// Fuzz of the live channel: after thousands of frames it still serves the other members, without heap growth.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { clientMessages, serverMessages } from '#app/live-messages.ts'
import { connectLive, joinLive, sendChatMessage } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { arbitraryOf } from './from-schema.ts'
import { damaged, hostileText } from './hostile.ts'
import { recordInputs, tryPropertyAsync } from './property.ts'

const today = '2026-11-21'
const serverMessageSchema = z.union(Object.values(serverMessages).map(({ schema }) => schema))
const heapGrowthMaxBytes = 96 * 1024 * 1024

const app = await openTestApp({ isUnlimited: true })
const users = await Promise.all(
  Array.from({ length: 12 }, (_, index) => signIn(app, `mia-${index}`, personFields.mia)),
)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const sound = fc.oneof(...Object.values(clientMessages).map(({ schema }) => arbitraryOf(schema)))
const frame = fc.oneof(
  { weight: 4, arbitrary: sound.map((message) => JSON.stringify(message)) },
  { weight: 4, arbitrary: damaged(sound).map((message) => JSON.stringify(message) ?? '') },
  hostileText,
  fc.json(),
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    `${'['.repeat(4_000)}`,
    `{"type":"chat-message","text":"${'x'.repeat(9_000)}"}`,
  ),
)

/** Opens a socket, sends everything without waiting, and returns the received frames and the close code. */
function flood(
  user: TestUser,
  frames: readonly (string | Uint8Array)[],
): Promise<{ texts: string[]; code: number }> {
  return new Promise((resolve, reject) => {
    const texts: string[] = []
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws`, {
      headers: { origin: app.url, cookie: user.cookie },
    })
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => texts.push(data.toString()))
    socket.on('close', (code) => resolve({ texts, code }))
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'join-session', userId: user.userId, sessionDate: today }))
      for (const one of frames) if (socket.readyState === WebSocket.OPEN) socket.send(one)
      socket.ping()
    })
    // The pong shows that the server has read everything before it.
    socket.on('pong', () => socket.close(1000))
  })
}

/** Declared close codes: our own, too many invalid frames, bytes, too large, too many tabs. */
const codes = [1000, 1003, 1007, 1008, 1009, 4008]

test('[T22] no frame crashes the server, and every server message matches its declaration', async () => {
  const witness = await joinLive(app, await signIn(app, 'gail', personFields.gail), today)
  let turn = 0
  const frames = fc.array(frame, { minLength: 20, maxLength: 60 })
  const round = async (runs: number, salt: number) => {
    await tryPropertyAsync('floods', { runs, concurrency: 8, salt }, frames, async (sent) => {
      turn += 1
      const [user] = users.slice(turn % users.length)
      if (!user) throw new Error('No test user is left.')
      const { texts, code } = await flood(user, sent)
      recordInputs('live frames', sent.length)
      expect(codes).toContain(code)
      const isDeclared = (text: string) => z.safeParse(serverMessageSchema, JSON.parse(text)).success
      expect(texts.filter((text) => !isDeclared(text))).toEqual([])
    })
  }
  await round(50, 2)
  const before = heapBytes()
  await round(300, 3)
  expect(heapBytes() - before).toBeLessThan(heapGrowthMaxBytes)

  const other = await connectLive(app, { as: await signIn(app, 'mo', personFields.mo) })
  await other.join(today)
  sendChatMessage(other, 'Is anybody here?')
  const heard = await witness.next('new-message', ({ message }) => message.message === 'Is anybody here?')
  expect(heard.message.user.name).toBe(personFields.mo.name)
  const pasts = witness.frames.flatMap((message) =>
    message.type === 'new-message' ? [message.message.message] : [],
  )
  expect(pasts.filter((text) => text.trim() === '' || text.length > 500)).toEqual([])
})

// The log: which parts of an error it contains, and behavior when its output is blocked.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/database/database.ts'
import { createThrottle } from './async/throttle.ts'
import { createLog, serializeError, networkForLog } from './log.ts'

function openTestLog() {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info', nodeId: 'one' }, { write: (line) => void lines.push(line) })
  return { log, lines }
}

test('a line is JSON with time, level and node, whatever its content', () => {
  const { log, lines } = openTestLog()
  log.info({ event: 'sign-in', userId: 7, text: 'one\r\n{"level":"fatal"}' }, 'Somebody\nsigned in.')
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/)
  const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  expect(line).toMatchObject({
    level: 'info',
    node: 'one',
    event: 'sign-in',
    userId: 7,
    msg: 'Somebody\nsigned in.',
  })
  expect(Date.parse(String(line['time']))).toBeGreaterThan(0)
})

test('[T41] errors don’t leak user text into the log, whatever the database quotes', async () => {
  const canary = 'canary@example.org'
  const { database, url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { log, lines } = openTestLog()
  const user = `insert into users (name, email, "createdAt") values ('canary-name', $1, now())`
  const failing = [
    () => client.query(user, [canary]),
    () => client.query('select $1::integer', [canary]),
    () =>
      client.query(
        `insert into mood_entries ("userId", "sessionDate", "emotionLevel", "moodType", comment, "createdAt")
      values (1, '2026-01-01', 9, 'pre', $1, now())`,
        [canary],
      ),
    async () => void JSON.parse(canary),
    async () => {
      throw new Error(
        `Mail to ${canary} refused by postgres://me:canary-secret@db.example/x from 203.0.113.77`,
        {
          cause: Object.assign(new Error(`550 <${canary}>`), { code: 'EENVELOPE', rejected: [canary] }),
        },
      )
    },
    // None of these contains an address.
    () => client.query('select $1::integer', ['canary of a diary']),
    async () => void JSON.parse('canary of a diary'),
  ]
  try {
    await client.query(user, [canary])
    for (const fail of failing) {
      await fail().then(
        () => expect.unreachable(),
        (error: unknown) => {
          expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).toContain('canary')
          log.error({ err: error }, 'It failed.')
          log.error(error)
        },
      )
    }
  } finally {
    await client.end()
    await database.close()
    await drop()
  }
  expect(lines).toHaveLength(2 * failing.length)
  for (const line of lines) expect(line).not.toMatch(/canary|203\.0\.113\.77/)
  // Useful details are kept.
  expect(lines[0]).toContain('"code":"23505"')
  expect(lines[0]).toContain('"constraint":"users_email_unique"')
  expect(lines[2]).toContain('"code":"22P02"')
  expect(lines[8]).toContain('Mail to [address] refused by')
  expect(lines[8]).toContain('"code":"EENVELOPE"')
  expect(lines[8]).toMatch(/"at":\["at .*log\.test\.ts/)
})

test('an address is logged as its network, and a thrown non-error as its type', () => {
  expect(networkForLog('203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkForLog('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkForLog('')).toBe('unknown')
  expect(serializeError('a secret')).toEqual({ type: 'string' })
})

test('repeated events are throttled, with their count', () => {
  let nowMs = 0
  const throttle = createThrottle(5_000, () => nowMs)
  expect([throttle('a'), throttle('a'), throttle('b'), throttle('a')]).toEqual([1, null, 1, null])
  nowMs = 5_000
  expect([throttle('a'), throttle('a'), throttle('b')]).toEqual([3, null, 1])
})

const writer = `
  const { createLog } = await import('./src/server/log.ts')
  const log = createLog({ logLevel: 'info', nodeId: 'one' })
  // As main.ts does.
  process.stdout.on('error', () => undefined)
  let lines = 0
  const timer = setInterval(() => {
    log.info({ lines: lines += 1 }, 'A line that nobody takes.')
    if (lines < 50) return
    clearInterval(timer)
    process.send('alive')
  }, 1)`

test.each(['a full disk', 'a reader that went away'])(
  '[F18] %s loses lines, but doesn’t stop the process',
  async (what) => {
    const stdout = what === 'a full disk' ? '/dev/full' : null
    const command = stdout === null ? 'pipe' : 'ignore'
    const { openSync, closeSync } = await import('node:fs')
    const file = stdout === null ? null : openSync(stdout, 'w')
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', writer], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', file ?? command, 'pipe', 'ipc'],
    })
    child.stdout?.destroy()
    try {
      const [message] = (await once(child, 'message')) as [string]
      expect(message).toBe('alive')
      child.disconnect()
      const [code] = (await once(child, 'exit')) as [number | null]
      expect(code).toBe(0)
    } finally {
      child.kill('SIGKILL')
      if (file !== null) closeSync(file)
    }
  },
)

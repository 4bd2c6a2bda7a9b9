// Doctor with real services: databases, servers, a mail server and a bus that are healthy, faulty or unreachable.
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { recordBackup } from '#server/backup/backup-marks.ts'
import { openDatabase } from '#server/db/database.ts'
import { claimSeed, connectedServers } from '#server/db/sql.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { createTestDatabase } from '#test/database/database.ts'
import { startSmtpServer } from '#test/network/smtp-server.ts'
import { describeWithRedis } from '#test/nodes/describe-with-redis.ts'
import { startRedisServer } from '#test/nodes/redis-server.ts'
import { freePort } from '#test/nodes/server-process.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { checkWaitingMails, newestPostgres, pendingFinding, postgresFinding } from './doctor-database.ts'
import { formatFinding } from './doctor-finding.ts'
import { checkBackups, diagnose, diskSpaceFinding } from './doctor.ts'

const installation = { assetsDir: join(import.meta.dirname, '../../../assets'), product: 'Stillwater 1.0' }
const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-doctor-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const serverId = 'the one that runs'

const app = await openTestApp()
closeAfterAll(await openDatabase({ databaseUrl: app.databaseUrl, dataDir, serverId }))

const production = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://localhost:1',
  SESSION_SECRET: 'x'.repeat(40),
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: dataDir,
})
const environment = () => ({ DATABASE_URL: app.databaseUrl, DATA_DIR: dataDir, PUBLIC_URL: app.url })
const diagnoseApp = async (more: Record<string, string> = {}) =>
  (await diagnose({ ...environment(), ...more }, installation)).map(formatFinding)
const diagnoseProduction = async (more: Record<string, string> = {}) =>
  (await diagnose({ ...production(), ...more }, installation)).map(formatFinding)
const about = (lines: readonly string[], part: string) =>
  lines.filter((line) => line.slice(8).startsWith(part)).join('\n')

test('[OPS-42] a healthy installation has no findings but ok, and the doctor changes nothing', async () => {
  await signIn(app, 'ada', { ...personFields.ada, isAdmin: true })
  const setResponsible = (responsible: string) =>
    app.database.query.updateTable('legal_texts').set({ responsible }).where('page', '=', 'privacy').execute()
  await setResponsible('Lake House, 1 Pond Street')
  const lines = await diagnoseApp()
  await setResponsible('')
  // Findings about the tests' own PostgreSQL, which is fast rather than safe, and not always the newest.
  const ofTheTests = /PostgreSQL|off: committed data/
  expect(lines.filter((line) => !line.startsWith('ok  ') && !ofTheTests.test(line))).toEqual([])
  expect(about(lines, 'versions')).toContain(`Stillwater 1.0, Node ${process.versions.node}`)
  expect(about(lines, 'database')).toMatch(/PostgreSQL \d+\.\d+.*from DATABASE_URL.*\n.*encoded in UTF8/)
  expect(about(lines, 'server')).toContain(`one is running, and responds at ${app.url}`)
  expect(about(lines, 'bus')).toContain('none: this is the only server')
})

test('[OPS-42] an invalid setting is an error that names it', async () => {
  expect(about(await diagnoseApp({ PORT: 'three' }), 'settings')).toMatch(
    /^error .*PORT: must be a whole number/,
  )
  const short = await diagnoseProduction({ SESSION_SECRET: 'short' })
  expect(about(short, 'settings')).toMatch(/^error .*SESSION_SECRET: must have at least 32/)
})

describe('the database', () => {
  test('[OPS-42] an unreachable database is an error, one not created yet a warning', async () => {
    const unreachable = `postgres://nobody@127.0.0.1:${await freePort()}/none`
    expect(about(await diagnoseApp({ DATABASE_URL: unreachable }), 'database')).toMatch(
      /^error .*ECONNREFUSED/,
    )
    const none = about(await diagnoseApp({ DATABASE_URL: '' }), 'database')
    expect(none).toMatch(/^warning .*The first start creates one/)
  })

  test('[OPS-42] an empty database is a warning; demo accounts in production are an error @full', async () => {
    const empty = await createTestDatabase('empty')
    const lines = about(await diagnoseApp({ DATABASE_URL: empty.url }), 'database')
    expect(lines).toMatch(/warning .*\d+ pending migrations/)
    await empty.drop()
    const demo = await createTestDatabase()
    await claimSeed(demo.database.query, 'demo', new Date(0))
    const members = about(await diagnoseProduction({ DATABASE_URL: demo.url }), 'members')
    expect(members).toMatch(/warning .*No administrator yet[^]*error .*demo accounts/)
    await demo.drop()
  })

  test('[OPS-42] says if the pending migrations need a stop', () => {
    expect(pendingFinding([null, null]).text).toBe('2 pending migrations: the next start runs them.')
    expect(pendingFinding([null, 'schedules.color']).text).toContain(
      'This release needs a stop, because it removes schedules.color: stop all servers of the older version first.',
    )
  })

  test('[OPS-42] an unsupported version is an error, missing security fixes are a warning', () => {
    expect(postgresFinding('14.9', false)).toMatchObject({ level: 'error' })
    expect(postgresFinding('15.14', false)).toMatchObject({ level: 'ok' })
    expect(postgresFinding('18.4', true)).toMatchObject({
      level: 'warning',
      text: expect.stringContaining('set DATABASE_URL') as unknown,
    })
    expect(postgresFinding(newestPostgres, false)).toMatchObject({ level: 'ok' })
  })

  test('[OPS-20, OPS-42] two servers without a bus are an error', async () => {
    const second = await openDatabase({ databaseUrl: app.databaseUrl, dataDir, serverId: 'two' })
    expect(about(await diagnoseApp(), 'server')).toMatch(/^error .*Without BUS_URL/)
    await second.close()
    // PostgreSQL ends the connections a moment after they close.
    await expect.poll(() => connectedServers(app.database.query)).toEqual([serverId])
  })
})

describe('in production', () => {
  test('[OPS-42] missing TRUSTED_PROXIES and an unreachable PUBLIC_URL are errors, missing SMTP_URL is a warning', async () => {
    const lines = await diagnoseProduction()
    expect(about(lines, 'proxy')).toMatch(/^error .*TRUSTED_PROXIES isn't set/)
    expect(about(lines, 'mail')).toMatch(/^warning .*SMTP_URL isn't set/)
    expect(about(lines, 'server')).toMatch(
      /^error .*https:\/\/localhost:1 is unreachable from this machine \(/,
    )
    expect(about(await diagnoseProduction({ TRUSTED_PROXIES: '127.0.0.1' }), 'proxy')).toMatch(/^ok /)
  })
})

test('[OPS-42] the mail check connects and logs in, but sends no mail @full', async () => {
  const server = await startSmtpServer()
  const { host } = new URL(server.url)
  expect(about(await diagnoseApp({ SMTP_URL: server.url }), 'mail')).toMatch(
    /^ok .* accepts the connection and login/,
  )
  const login = server.url.replace('//', '//app:wrong@')
  expect(about(await diagnoseApp({ SMTP_URL: login }), 'mail')).toMatch(
    /^error .*535 5\.7\.8 Authentication failed/,
  )
  await server.close()
  const unreachable = about(await diagnoseApp({ SMTP_URL: server.url }), 'mail')
  expect(unreachable).toContain(`${host}: connect ECONNREFUSED`)
  expect(server.received).toEqual([])
})

test('[OPS-42] legal page placeholders and low disk space are reported', async () => {
  expect(about(await diagnoseApp(), 'legal')).toMatch(
    /^warning .*privacy and terms still have a placeholder.*Admin › Community/,
  )
  expect(diskSpaceFinding('/data', 5_000).level).toBe('ok')
  expect(diskSpaceFinding('/data', 500).level).toBe('warning')
  expect(diskSpaceFinding('/data', 100).level).toBe('error')
})

test('[OPS-42] old backups, and copies that aren’t made, are reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stillwater-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [hourMs, nowMs] = [3_600_000, Date.now()]
  const checked = async (laterMs = 0) =>
    (await checkBackups({ production: true, dataDir: folder }, nowMs + laterMs)).map(({ level }) => level)
  expect(await checked()).toEqual(['warning'])
  await recordBackup(folder, nowMs)
  expect(await checked()).toEqual(['ok', 'warning'])
  await writeFile(join(folder, 'last-backup-copy'), '')
  expect(await checked()).toEqual(['ok', 'ok'])
  expect(await checked(27 * hourMs)).toEqual(['error', 'ok'])
  expect(await checked(51 * hourMs)).toEqual(['error', 'error'])
  expect(await checkBackups({ production: false, dataDir: folder }, nowMs)).toEqual([])
})

test('[OPS-42] mails that wait for another attempt are reported', async () => {
  const { query } = app.database
  const nowMs = app.clock.now()
  const now = new Date(nowMs)
  expect(await checkWaitingMails(query, nowMs)).toMatchObject({ level: 'ok' })
  await query
    .insertInto('jobs')
    .values({
      kind: 'mail',
      key: 'refused',
      payload: '{}',
      attempts: 2,
      createdAt: now,
      dueAt: new Date(nowMs + 3_600_000),
    })
    .execute()
  expect(await checkWaitingMails(query, nowMs + 60_000)).toMatchObject({ level: 'warning' })
  expect(await checkWaitingMails(query, nowMs + 3_600_000)).toMatchObject({ level: 'error' })
  await query.deleteFrom('jobs').where('key', '=', 'refused').execute()
})

test('[OPS-42] an unreachable bus is an error', async () => {
  const address = `127.0.0.1:${await freePort()}`
  const lines = await diagnoseApp({ BUS_URL: `redis://:secret@${address}` })
  expect(about(lines, 'bus')).toMatch(new RegExp(`^error .*${address} is unreachable: .*ECONNREFUSED`))
  expect(lines.join()).not.toContain('secret')
})

describeWithRedis('a bus', () => {
  test('[OPS-42] a bus that responds is ok', async () => {
    const redis = await startRedisServer()
    onTestFinished(() => redis.stop())
    expect(about(await diagnoseApp({ BUS_URL: redis.url }), 'bus')).toMatch(/^ok .* responds$/)
  })

  test.each([
    [
      'that evicts messages',
      { 'maxmemory-policy': 'allkeys-lru' },
      /maxmemory-policy allkeys-lru.*set noeviction/,
    ],
    ['of a cluster', { 'cluster-enabled': 'yes' }, /is part of a cluster, which isn't supported/],
  ])('[OPS-49] a bus %s is an error', async (_, settings, sentence) => {
    const redis = await startRedisServer(settings)
    onTestFinished(() => redis.stop())
    expect(about(await diagnoseApp({ BUS_URL: redis.url }), 'bus')).toMatch(sentence)
  })
})

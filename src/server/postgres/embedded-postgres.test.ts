// The bundled PostgreSQL through starts, crashes and restarts, in real processes.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectDatabase, createDatabase, databaseUrl } from '../db/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0

const root = await mkdtemp(path.join(tmpdir(), 'stillwater-embedded-'))
await chmod(root, 0o755)
/** A prepared data folder; tests copy it, which is faster than creating each one. */
const original = path.join(root, 'original')
const server = await startEmbeddedPostgres({ dataDir: original, durability: 'off' })
await server.stop()
afterAll(() => rm(root, { recursive: true, force: true }))

async function copyOfOriginal(): Promise<string> {
  const dataDir = await mkdtemp(path.join(root, 'copy-'))
  await cp(original, dataDir, { recursive: true, preserveTimestamps: true })
  return dataDir
}

async function start(dataDir: string, log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durability: 'off', ...(log ? { log } : {}) })
  onTestFinished(() => server.stop())
  return server
}

async function ask<Row>(url: string, statement: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  const database = connectDatabase(url, { maxConnections: 1 })
  try {
    return (await statement.execute(database.query)).rows
  } finally {
    await database.close()
  }
}

const responses = async (url: string) =>
  ask(url, sql`select 1 as response`).then(
    () => true,
    () => false,
  )
const pidFile = (dataDir: string) => path.join(dataDir, 'cluster', 'postmaster.pid')
const pidOf = async (dataDir: string) => Number((await readFile(pidFile(dataDir), 'utf8')).split('\n')[0])

/** Opens the database in a separate process, as the app does. */
async function openElsewhere(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL('../db/database.ts', import.meta.url).href)}
    const { url } = await openDatabase({ databaseUrl: null, dataDir: ${JSON.stringify(dataDir)} })
    process.send({ url })`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [message] = (await once(child, 'message')) as [{ url: string }]
  return { child, url: message.url }
}

describe('starting and stopping', () => {
  it('[OPS-07] starts in a new folder; data survives a stop, and isn’t new the second time @full', async () => {
    const dataDir = path.join(await mkdtemp(path.join(root, 'new-')), 'deep', 'postgres')
    const first = await startEmbeddedPostgres({ dataDir })
    expect(first.isNew).toBe(true)
    const settings = await ask(
      first.url,
      sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('data_checksums') as checksums, current_setting('is_superuser') as superuser,
        current_setting('listen_addresses') as tcp, lower('É') as lower`,
    )
    expect(settings).toEqual([
      { fsync: 'on', commit: 'on', checksums: 'on', superuser: 'off', tcp: '', lower: 'é' },
    ])
    await first.stop()
    await first.stop()
    expect(await responses(first.url)).toBe(false)

    const second = await start(dataDir)
    expect(second).toMatchObject({ isNew: false, url: first.url })
    expect(await responses(second.url)).toBe(true)
  })

  it('[OPS-05] puts its socket beside the data, reachable for processes with a private /tmp @full', async () => {
    const dataDir = await copyOfOriginal()
    const { url, stop } = await start(dataDir)
    const socketFolder = path.join(dataDir, 'socket')
    expect(new URL(url).searchParams.get('host')).toBe(socketFolder)
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
    await stop()
    expect((await readdir(dataDir)).filter((name) => /socket|try/.test(name))).toEqual([])
  })

  it('restricts socket and data to its own user, even below a very long path @full', async () => {
    const dataDir = path.join(root, 'a'.repeat(100), 'b'.repeat(100))
    await mkdir(path.dirname(dataDir))
    await cp(original, dataDir, { recursive: true })
    const { url } = await start(dataDir)
    const socketFolder = new URL(url).searchParams.get('host') ?? ''
    expect(socketFolder.length).toBeLessThan(90)
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  })

  it('is shared by all processes that start it, and stops with the last @full', async () => {
    const dataDir = await copyOfOriginal()
    const servers = await Promise.all([start(dataDir), start(dataDir), start(dataDir)])
    expect(new Set(servers.map(({ url }) => url)).size).toBe(1)
    const [one, two, three] = servers
    await Promise.all([one.stop(), two.stop()])
    expect(await responses(three.url)).toBe(true)
    await three.stop()
    expect(await responses(three.url)).toBe(false)
  })

  it('creates one data folder when two processes start at once @full', async () => {
    const dataDir = await mkdtemp(path.join(root, 'race-'))
    const servers = await Promise.all([start(dataDir), start(dataDir)])
    expect(servers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await responses(servers[0].url)).toBe(true)
  })

  it('listens on 127.0.0.1 with a password when sockets aren’t used @full', async () => {
    const dataDir = await mkdtemp(path.join(root, 'tcp-'))
    const options = { dataDir, durability: 'off', transport: 'tcp' } as const
    const first = await startEmbeddedPostgres(options)
    expect(await responses(first.url)).toBe(true)
    const wrong = new URL(first.url)
    wrong.password = 'guess'
    expect(await responses(wrong.href)).toBe(false)
    await first.stop()
    const second = await startEmbeddedPostgres(options)
    expect(await responses(second.url)).toBe(true)
    await second.stop()
  })
})

describe('after a crash', () => {
  it('[OPS-07] reuses the server of a killed app, with all committed data @full', async () => {
    const dataDir = await mkdtemp(path.join(root, 'killed-'))
    await cp(original, path.join(dataDir, 'postgres'), { recursive: true })
    const { child, url } = await openElsewhere(dataDir)
    const pid = await pidOf(path.join(dataDir, 'postgres'))
    await ask(url, sql`create table kept as select 'committed' as word`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await responses(url)).toBe(true)

    const next = await start(path.join(dataDir, 'postgres'))
    expect(await pidOf(path.join(dataDir, 'postgres'))).toBe(pid)
    expect(await ask(url, sql`select word from kept`)).toEqual([{ word: 'committed' }])
    await next.stop()
    expect(await responses(url)).toBe(false)
  })

  it('restarts the server when it dies, at the same address, with all committed data @full', async () => {
    const dataDir = await copyOfOriginal()
    const lines: string[] = []
    const server = await start(dataDir, (line) => lines.push(line))
    await createDatabase(server.url, 'kept')
    const url = databaseUrl(server.url, 'kept')
    const database = connectDatabase(url)
    onTestFinished(() => database.close())
    await sql`create table kept as select 1 as number`.execute(database.query)
    process.kill(await pidOf(dataDir), 'SIGKILL')
    await expect.poll(() => database.isAlive(), { timeout: 10_000 }).toBe(true)
    await expect.poll(() => lines.at(-1)).toBe('PostgreSQL is ready again')
    const { rows } = await sql`select number from kept`.execute(database.query)
    expect(rows).toEqual([{ number: 1 }])
  })

  it.each([
    ['of a dead process', () => 2 ** 22 - 1],
    ['whose pid now belongs to another process', () => process.pid],
  ])('tolerates a pid file %s @full', async (_name, pid) => {
    const dataDir = await copyOfOriginal()
    const lines = [pid(), path.join(dataDir, 'cluster'), 1, 5432, '/nowhere', '', '  1  1', 'ready']
    await writeFile(pidFile(dataDir), `${lines.join('\n')}\n`, { mode: 0o600 })
    const { url } = await start(dataDir)
    expect(await responses(url)).toBe(true)
  })

  it('does not mistake the server of the folder it was copied from for its own @full', async () => {
    const dataDir = await copyOfOriginal()
    const server = await start(dataDir)
    const copy = path.join(root, 'copied-while-running')
    await cp(original, copy, { recursive: true })
    await cp(pidFile(dataDir), pidFile(copy))
    const other = await start(copy)
    expect(other.url).not.toBe(server.url)
    expect(await pidOf(copy)).not.toBe(await pidOf(dataDir))
  })
})

describe('failures', () => {
  it("[OPS-07] includes the server log and names DATABASE_URL when it can't start @full", async () => {
    const dataDir = await copyOfOriginal()
    await rm(path.join(dataDir, 'cluster', 'global'), { recursive: true })
    const error = await startEmbeddedPostgres({ dataDir }).catch((reason: unknown) => reason as Error)
    expect(error).toBeInstanceOf(Error)
    expect((error as Error).message).toContain("doesn't start")
    expect((error as Error).message).toMatch(/FATAL|could not/)
    expect((error as Error).message).toContain('DATABASE_URL')
  })

  it('refuses data of another major version @full', async () => {
    const dataDir = await copyOfOriginal()
    await writeFile(path.join(dataDir, 'cluster', 'PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/written by PostgreSQL 17.+DATABASE_URL/)
  })
})

describe.runIf(isRoot)('as root', () => {
  it('runs the server as another user @full', async () => {
    const dataDir = await copyOfOriginal()
    await start(dataDir)
    const identity = await readFile(`/proc/${await pidOf(dataDir)}/uid_map`, 'utf8')
    expect(identity.trim().split(/\s+/)).toEqual(['1000', '0', '1'])
  })

  it('switches to the user nobody where user namespaces are denied, and stays with it @full', async () => {
    const dataDir = await copyOfOriginal()
    const { PATH } = process.env
    // Without a PATH, unshare can't be found, which behaves like a kernel that forbids it.
    process.env['PATH'] = '/nowhere'
    const server = await start(dataDir).finally(() => {
      process.env['PATH'] = PATH
    })
    expect((await stat(`/proc/${await pidOf(dataDir)}`)).uid).toBe(65_534)
    expect(await responses(server.url)).toBe(true)
    await server.stop()
    const again = await start(dataDir)
    expect((await stat(`/proc/${await pidOf(dataDir)}`)).uid).toBe(65_534)
    expect(await responses(again.url)).toBe(true)
  })

  it('explains the remedy when the user nobody can’t enter the folder', async () => {
    const closed = await mkdtemp(path.join(root, 'closed-'))
    await chmod(closed, 0o700)
    const { PATH } = process.env
    process.env['PATH'] = '/nowhere'
    const starting = startEmbeddedPostgres({ dataDir: path.join(closed, 'postgres') }).finally(() => {
      process.env['PATH'] = PATH
    })
    await expect(starting).rejects.toThrow(/refuses to run as root.+DATABASE_URL/)
  })
})

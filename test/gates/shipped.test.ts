// Gate: shipped files match the product: the settings in ops/ and docs/operations.md, the URLs that they request,
// and how they run the server.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { adminUsage } from '#app/server/admin-command.ts'
import { newestPostgres } from '#app/server/doctor-database.ts'
import { configErrorExitCode } from '#server/config/error.ts'
import { settingNames } from '#server/config/settings-schema.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

/** The names of the environment variables that the server reads. */
const settings = () => sorted(settingNames)

// For local trials; all other settings are for operators.
const demoSettings = [
  'DEMO_PASSWORD',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'LIMITS_EXEMPT',
  'PUSH_TEST_SERVICE',
  'SEED',
]

const serviceSchema = z.object({
  image: z.string(),
  environment: z.optional(z.record(z.string(), z.string())),
  volumes: z.optional(z.array(z.string())),
  ports: z.optional(z.array(z.string())),
  ulimits: z.optional(z.record(z.string(), z.number())),
  healthcheck: z.optional(z.object({ test: z.union([z.string(), z.array(z.string())]) })),
})

function composeFile(name: string) {
  const text = read(`ops/docker/${name}`)
  const { services } = z.parse(
    z.object({ services: z.record(z.string(), serviceSchema) }),
    parse(text, { merge: true }),
  )
  return { name, text, services, nodes: Object.entries(services).filter(([it]) => it.startsWith('app-')) }
}
const [twoNodes, oneNode] = [composeFile('compose.yaml'), composeFile('compose.one-node.yaml')]
const composeFiles = [twoNodes, oneNode]

/** The variables assigned as NAME= at the beginning of a line. */
const assigned = (path: string) =>
  sorted([...read(path).matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name))

describe('the settings', () => {
  test.each(composeFiles)('of the nodes in $name match those that the server reads', ({ nodes }) => {
    for (const [, { environment = {} }] of nodes) {
      const isAlone = nodes.length === 1
      expect(sorted([...Object.keys(environment), ...demoSettings, ...(isAlone ? ['BUS_URL'] : [])])).toEqual(
        settings(),
      )
    }
    expect(sorted(nodes.map(([, { environment }]) => environment?.NODE_ID ?? '')).length).toBe(nodes.length)
  })

  test('that the compose files need match those of .env.example', () => {
    const asked = composeFiles.flatMap(({ text }) =>
      [...text.matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name = '']) => name),
    )
    // Passed as a secret.
    expect(sorted([...asked, 'METRICS_TOKEN'])).toEqual(assigned('ops/docker/.env.example'))
  })

  test('of the systemd units and their environment file are known to the server', () => {
    const units = readdirSync(join(root, 'ops/systemd')).filter((name) => name.endsWith('.service'))
    const inUnits = units.flatMap((name) =>
      [...read(`ops/systemd/${name}`).matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) =>
        [...line.matchAll(/\b([A-Z_]+)=/g)].map(([, setting = '']) => setting),
      ),
    )
    const named = [...inUnits, ...assigned('ops/systemd/stillwater.env.example')]
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !settings().includes(name))).toEqual([])
  })

  test('match the table of docs/operations.md', () => {
    const rows = [...read('docs/operations.md').matchAll(/^\| `([A-Z_`, ]+)` \|/gm)]
    expect(sorted(rows.flatMap(([, names = '']) => names.split(/`, `/)))).toEqual(settings())
  })
})

test('[OPS-30] the unit retries a missing database for ten minutes and an invalid setting never, then triggers the alarm', () => {
  const unit = read('ops/systemd/stillwater.service')
  const field = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1]
  expect(field('Restart')).toBe('on-failure')
  expect(field('OnFailure')).toBe('stillwater-alarm@%n.service')
  expect(field('RestartPreventExitStatus')).toBe(String(configErrorExitCode))
  const [starts, withinSeconds] = [Number(field('StartLimitBurst')), Number(field('StartLimitIntervalSec'))]
  // A start that waits for the database gives up after a minute (startupWaitMs in main.ts). All starts together must
  // fit into the interval, or systemd never reaches its start limit.
  const secondsAStart = 60 + Number(field('RestartSec'))
  expect(starts * secondsAStart).toBeGreaterThan(600)
  expect(starts * secondsAStart).toBeLessThan(withinSeconds)
})

test('[T62] the units that read the data, and all containers, write no core dumps', () => {
  for (const name of ['stillwater', 'stillwater-backup', 'stillwater-doctor'])
    expect(read(`ops/systemd/${name}.service`)).toMatch(/^LimitCORE=0$/m)
  for (const { services } of composeFiles)
    for (const [name, { ulimits }] of Object.entries(services))
      expect({ name, core: ulimits?.core }).toEqual({ name, core: 0 })
})

test('[OPS-42] the doctor runs hourly with the server’s settings, and its fault triggers the alarm', () => {
  const unit = read('ops/systemd/stillwater-doctor.service')
  for (const line of ['OnFailure=stillwater-alarm@%n.service', 'Type=oneshot', 'User=stillwater'])
    expect(unit).toContain(`\n${line}\n`)
  const settingsOf = (text: string) => text.match(/^Environment(?:File)?=.+$/gm)
  expect(settingsOf(unit)).toEqual(settingsOf(read('ops/systemd/stillwater.service')))
  expect(unit).toContain('\nExecStart=node dist/server/commands.js admin doctor\n')
  expect(read('ops/systemd/stillwater-doctor.timer')).toContain('\nOnCalendar=hourly\n')
})

test('the version is the same in every file', () => {
  const versioned = z.object({ version: z.string() })
  const { version } = z.parse(versioned, JSON.parse(read('package.json')))
  expect(z.parse(versioned, JSON.parse(read('package-lock.json'))).version).toBe(version)
  expect(/^## \[(.+?)\]/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  expect(/^VERSION=(.+)$/m.exec(read('ops/docker/.env.example'))?.[1]).toBe(version)
})

test('[OPS-42] the doctor knows the PostgreSQL version of the containers, and the docs list every command', () => {
  expect(read('ops/docker/compose.yaml')).toContain(`image: postgres:${newestPostgres}-`)
  const verbs = [...adminUsage.matchAll(/admin -- ([\w-]+)/g)].map(([, verb = '']) => verb)
  expect(verbs.length).toBeGreaterThan(6)
  const docs = read('docs/operations.md')
  expect(verbs.filter((verb) => !new RegExp(`\\b${verb}\\b`).test(docs))).toEqual([])
})

test('docs/operations.md has a runbook entry for every alert', () => {
  const alerts = [...read('ops/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(
    ([, name = '']) => name,
  )
  const rows = [...read('docs/operations.md').matchAll(/^\| `(Stillwater\w+)` \|/gm)]
  expect(alerts.length).toBeGreaterThan(5)
  expect(sorted(rows.map(([, name = '']) => name))).toEqual(sorted(alerts))
})

test('every file that the compose files mount exists', () => {
  const mounted = composeFiles.flatMap(({ services }) =>
    Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')[0] ?? '').filter((path) => path.startsWith('.')),
    ),
  )
  expect(mounted.length).toBeGreaterThan(2)
  expect(mounted.filter((path) => !existsSync(join(root, 'ops/docker', path)))).toEqual([])
})

test('every image has a pinned version, the same in both compose files', () => {
  const images = composeFiles.flatMap(({ services }) => Object.values(services).map(({ image }) => image))
  const bases = [...read('ops/docker/Dockerfile').matchAll(/^ARG NODE_IMAGE=(.+)$/gm)].map(
    ([, name = '']) => name,
  )
  expect(
    [...images, ...bases].filter((name) => !/:(\d+\.\d+|v\d+\.\d+|\$\{VERSION[^}]*\}$)/.test(name)),
  ).toEqual([])
  const shared = Object.entries(oneNode.services).map(([name, { image }]) => [name, image])
  expect(shared).toEqual(shared.map(([name = '']) => [name, twoNodes.services[name]?.image]))
})

describe('[OPS-31] one node in containers', () => {
  test('has PostgreSQL and a node on the loopback address, without a bus or a proxy', () => {
    expect(Object.keys(oneNode.services)).toEqual(['app-1', 'db', 'backup'])
    const published = Object.values(oneNode.services).flatMap(({ ports = [] }) => ports)
    expect(published).toEqual(['127.0.0.1:3000:3000'])
  })

  test.each(composeFiles)('has a health check in $name that succeeds only at 200', async ({ nodes }) => {
    const responses = { status: 200 }
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/healthz' ? responses.status : 404).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    for (const [, { healthcheck }] of nodes) {
      const [check, program = '', ...words] = healthcheck?.test ?? []
      expect(check).toBe('CMD')
      // As Docker Compose reads it, at another port.
      const command = words.map((word) => word.replaceAll('$$', '$').replace('/3000', `/${port}`))
      const isHealthy = () =>
        new Promise((resolve) => execFile(program, command, (error) => resolve(error === null)))
      responses.status = 200
      expect(await isHealthy()).toBe(true)
      responses.status = 503
      expect(await isHealthy()).toBe(false)
    }
    await new Promise((resolve) => server.close(resolve))
  })
})

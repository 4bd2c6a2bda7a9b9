// Settings: the defaults, and the message of each invalid one.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig, readDataLocation } from './config.ts'
import { ConfigError } from './error.ts'
import { findMisspelledSettings } from './misspelled-settings.ts'
import { reportSettings, secretSettings } from './settings-schema.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const read = (settings: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...settings })

describe('without settings', () => {
  test('[OPS-07, OPS-08] the server listens on 127.0.0.1:3000 as Stillwater, with the bundled database, logging at info', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      allowedOrigins: ['http://127.0.0.1:3000', 'http://localhost:3000'],
      appName: 'Stillwater',
      databaseUrl: null,
      seed: 'auto',
      logLevel: 'info',
      production: false,
      trustedProxies: [],
      adminEmails: [],
    })
  })

  test('[OPS-09] mails go to the outbox, from an address at the server’s host', () => {
    expect(read()).toMatchObject({
      smtpUrl: null,
      mailFrom: { name: null, address: 'no-reply@localhost' },
    })
    for (const [publicUrl, host] of [
      ['https://sit.example.org', 'sit.example.org'],
      ['http://192.0.2.7:3000', 'localhost'],
      ['http://[::1]:3000', 'localhost'],
    ]) {
      const settings = { PUBLIC_URL: publicUrl ?? '', APP_NAME: 'Quiet, please' }
      expect(read(settings).mailFrom).toEqual({ name: null, address: `no-reply@${host}` })
    }
  })

  test('[OPS-13] METRICS_TOKEN may be any value; unset is null', () => {
    expect(read({ METRICS_TOKEN: 'short' }).metricsToken).toBe('short')
    expect(read({ METRICS_TOKEN: ' ' }).metricsToken).toBeNull()
  })

  test('[OPS-06] a missing SESSION_SECRET is generated once, into a file that only its owner can read', () => {
    const first = read().sessionSecret
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(read().sessionSecret).toBe(first)
    const file = join(dataDir, 'session-secret')
    expect(readFileSync(file, 'utf8').trim()).toBe(first)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

describe('an invalid setting', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'sit.example.org'],
    ['PUBLIC_URL', 'https://sit.example.org/path'],
    ['PUBLIC_URL', 'https://sit.example.org/#path'],
    ['DATABASE_URL', 'mysql://x'],
    ['BUS_URL', 'http://bus'],
    ['BUS_URL', 'redis://'],
    ['BUS_URL', 'redis://bus.example.org'],
    ['SEED', 'everything'],
    ['DEMO_PASSWORD', 'short'],
    ['TRUSTED_PROXIES', 'somewhere'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
    ['TRUSTED_PROXIES', '10.0.0.0/7'],
    ['TRUSTED_PROXIES', '2000::/15'],
    ['TRUSTED_PROXIES', '10.1/16'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['NODE_ENV', 'prod'],
    ['NODE_ENV', 'Production'],
    ['NODE_ENV', 'staging'],
    ['HSTS_SUBDOMAINS', 'yes'],
    ['DATABASE_URL', 'postgres://sit:pa#ss@db.example.org/sit'],
    ['DATABASE_URL', 'postgres://sit:pa/ss@db.example.org/sit'],
    ['DATABASE_URL', 'postgres://sit:pa%ss@db.example.org/sit'],
    ['DATABASE_URL', 'postgres://db.example.org/sit?sslmode=verify-ca'],
    ['DATABASE_URL', 'postgres://db.example.org/sit?sslmode=require&sslrootcert=/no/such.pem'],
    ['LIMITS_EXEMPT', '127.0.0.0/99'],
    ['PUSH_TEST_SERVICE', 'http://push.example.org'],
    ['PUSH_TEST_SERVICE', 'http://127.0.0.1:4455/path'],
    ['SESSION_SECRET', 'too short'],
    ['LOG_LEVEL', 'loud'],
    ['APP_NAME', '<b>'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Somebody <nobody>'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['ADMIN_EMAILS', 'boss@example.org, nobody'],
  ])('[OPS-06] %s=%s stops the start with an error that names it', (setting, value) => {
    const error = failure({ [setting]: value })
    expect(error).toMatchObject({ problems: [{ setting }] })
    expect(String(error)).toContain(`${setting}: `)
  })

  test('[T41] the error of an invalid SMTP_URL or DATABASE_URL omits the password', () => {
    expect(String(failure({ SMTP_URL: 'http://user:secret@mail.example.org' }))).not.toContain('secret')
    const wrong = String(failure({ DATABASE_URL: 'postgres://sit:sec#ret@db.example.org/sit' }))
    expect(wrong).toContain('# is %23')
    expect(wrong).not.toContain('sec#ret')
  })

  test('[T52] NODE_ENV accepts only its three values, so a typo can’t disable production checks', () => {
    for (const mode of ['development', 'test', '']) expect(read({ NODE_ENV: mode }).production).toBe(false)
    expect(String(failure({ NODE_ENV: 'Production' }))).toContain('production, development, test')
  })

  test('[T52] TRUSTED_PROXIES may be as wide as a private network', () => {
    expect(read({ TRUSTED_PROXIES: '10.0.0.0/8, fd00::/16, 192.0.2.7,' }).trustedProxies).toHaveLength(3)
  })

  test('[OPS-17] LIMITS_EXEMPT with a HOST other than loopback stops the start', () => {
    expect(read({ LIMITS_EXEMPT: '127.0.0.0/8' }).limitsExempt).toHaveLength(1)
    expect(failure({ LIMITS_EXEMPT: '127.0.0.0/8', HOST: '0.0.0.0' })).toMatchObject({
      problems: [{ setting: 'LIMITS_EXEMPT' }],
    })
  })

  test('[REM-10] [T79] PUSH_TEST_SERVICE with a HOST other than loopback stops the start', () => {
    const service = 'http://127.0.0.1:4455'
    expect(read({}).pushTestService).toBeNull()
    expect(read({ PUSH_TEST_SERVICE: service }).pushTestService).toBe(service)
    expect(failure({ PUSH_TEST_SERVICE: service, HOST: '0.0.0.0' })).toMatchObject({
      problems: [{ setting: 'PUSH_TEST_SERVICE' }],
    })
  })
})

describe('in production', () => {
  const safe = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://sit.example.org',
    SESSION_SECRET: 'x'.repeat(40),
    DATABASE_URL: 'postgres://db/stillwater',
    BUS_URL: 'rediss://bus.example.org',
  }

  test('[OPS-16] the server starts with all required settings', () => {
    expect(readConfig(safe)).toMatchObject({ production: true, publicUrl: 'https://sit.example.org' })
  })

  test.each([
    ['PUBLIC_URL', { ...safe, PUBLIC_URL: '' }],
    ['PUBLIC_URL', { ...safe, PUBLIC_URL: 'http://sit.example.org' }],
    ['PUBLIC_URL', { ...safe, PUBLIC_URL: 'https://sit.example.org,http://other.example.org' }],
    ['SESSION_SECRET', { ...safe, SESSION_SECRET: '' }],
    ['DATABASE_URL', { ...safe, DATABASE_URL: '', BUS_URL: '' }],
    ['FIREBASE_AUTH_EMULATOR_HOST', { ...safe, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }],
  ])('[OPS-16] the server refuses to start: %s', (setting, environment) => {
    expect(thrownBy(() => readConfig(environment))).toMatchObject({ problems: [{ setting }] })
  })
})

test('[OPS-28] sslmode has libpq’s meaning, and socket URLs are valid', () => {
  const url = 'postgres://sit:p%23ss@db.example.org/sit'
  expect(read({ DATABASE_URL: `${url}?sslmode=require` }).databaseUrl).toBe(
    `${url}?sslmode=require&uselibpqcompat=true`,
  )
  for (const same of [
    url,
    `${url}?sslmode=verify-full`,
    `${url}?sslmode=disable`,
    'postgres:///sit?host=/run/postgresql',
    'postgres://sit:word@/sit?host=/run/postgresql',
  ]) {
    expect(read({ DATABASE_URL: same }).databaseUrl).toBe(same)
  }
})

test('[OPS-07] a relative DATA_DIR is relative to the project folder, not the working directory', () => {
  const root = join(import.meta.dirname, '../../..')
  expect(readDataLocation({}).dataDir).toBe(join(root, 'data'))
  expect(readDataLocation({ DATA_DIR: 'elsewhere' }).dataDir).toBe(join(root, 'elsewhere'))
  expect(readDataLocation({ DATA_DIR: '/var/lib/stillwater' }).dataDir).toBe('/var/lib/stillwater')
})

test('[OPS-06] the error lists every invalid setting with its sentence, and each only once', () => {
  const error = failure({
    PORT: 'abc',
    PUBLIC_URL: 'http://one/path, http://two/path',
    SEED: 'everything',
    BUS_URL: 'redis://bus.example.org',
    METRICS_TOKEN_FILE: join(dataDir, 'none'),
    MAIL_FROM: 'nobody',
    FIREBASE_API_KEY: 'a key',
    NODE_ENV: 'production',
  })
  expect(String(error).split('\n')).toEqual([
    expect.stringMatching(/METRICS_TOKEN_FILE: can't be read \(ENOENT/),
    'PUBLIC_URL: must end after the host, as in http://one: Stillwater needs a host name for itself, and can\'t run below a path such as the one in "http://one/path".',
    'PORT: must be a whole number from 1 to 65535, not "abc".',
    "FIREBASE_API_KEY: must be the web API key from the project's settings.",
    'SEED: must be one of demo, none, not "everything".',
    'SESSION_SECRET: must be set in production.',
    'BUS_URL: needs DATABASE_URL: all nodes share one database.',
    'MAIL_FROM: must be an address such as Stillwater <hello@example.org>, not "nobody".',
    expect.stringContaining('FIREBASE_PROJECT_ID: must be set too'),
    expect.stringContaining('FIREBASE_AUTH_DOMAIN: must be set too'),
  ])
})

test('[OPS-05] the location of the data can be read despite other invalid settings', () => {
  expect(readDataLocation({ DATA_DIR: dataDir, PORT: 'abc', NODE_ENV: 'production' })).toEqual({
    dataDir,
    databaseUrl: null,
  })
})

describe.each(secretSettings)('[OPS-26] %s', (name) => {
  const file = (text: string): string => {
    const path = join(dataDir, `${name}-file`)
    writeFileSync(path, text)
    return path
  }
  const problemOf = (settings: Record<string, string>) =>
    reportSettings(settings).problems.find(({ setting }) => setting === `${name}_FILE`)?.sentence

  test('is read from the file named by _FILE, without the line break', () => {
    const values: Record<string, string> = {
      BUS_URL: 'redis://bus.example.org',
      DATABASE_URL: 'postgres://db.example.org/sit',
      SMTP_URL: 'smtp://mail.example.org',
    }
    const value = values[name] ?? 's'.repeat(40)
    const others = { ...values, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', [name]: '' }
    const config = read({ ...others, [`${name}_FILE`]: file(`${value}\n`) })
    expect(JSON.stringify(config)).toContain(JSON.stringify(value))
  })

  test('stops the start if set twice, or if its file is unreadable or empty', () => {
    const path = file('a secret')
    expect(problemOf({ [name]: 'other', [`${name}_FILE`]: path })).toBe(
      `${name} is set as well; set only one of them.`,
    )
    expect(problemOf({ [`${name}_FILE`]: join(dataDir, 'none') })).toMatch(/^can't be read \(ENOENT/)
    expect(problemOf({ [`${name}_FILE`]: file('\n') })).toBe(`${path} is empty.`)
    expect(failure({ [name]: 'other', [`${name}_FILE`]: path })).not.toBeNull()
  })
})

test('[OPS-26] other settings are never read from a file', () => {
  const file = join(dataDir, 'host')
  writeFileSync(file, 'elsewhere')
  expect(read({ HOST_FILE: file }).host).toBe('127.0.0.1')
})

describe('[OPS-46] the report of all settings', () => {
  const file = join(dataDir, 'reported-secret')
  writeFileSync(file, 'kept in a file')
  const { settings, problems } = reportSettings({
    PORT: ' 8080 ',
    SEED: 'everything',
    SMTP_URL: 'smtp://user:kept-in-a-url@mail.example.org',
    METRICS_TOKEN_FILE: file,
  })
  const of = (name: string) => settings.find((setting) => setting.name === name)

  test('has the value, origin and default of each', () => {
    expect(of('PORT')).toEqual({ name: 'PORT', origin: 'environment', value: '8080', default: '3000' })
    expect(of('HOST')).toEqual({ name: 'HOST', origin: 'default', value: null, default: '127.0.0.1' })
    expect(of('SESSION_SECRET')).toMatchObject({ origin: 'generated', value: null })
  })

  test('says of a secret only that it is set', () => {
    expect(of('SMTP_URL')).toMatchObject({ origin: 'environment', value: 'set' })
    expect(of('METRICS_TOKEN')).toMatchObject({ origin: 'file', value: 'set' })
    expect(JSON.stringify({ settings, problems })).not.toMatch(/kept.in/)
  })

  test('names the invalid ones', () => {
    expect(problems).toMatchObject([{ setting: 'SEED' }])
    expect(of('SEED')).toMatchObject({ value: 'everything' })
  })
})

test('[OPS-08] PUBLIC_URL takes several origins; links use the first', () => {
  const config = read({ PUBLIC_URL: 'https://sit.example.org, https://www.example.org' })
  expect(config.allowedOrigins).toEqual(['https://sit.example.org', 'https://www.example.org'])
  expect(config.publicUrl).toBe('https://sit.example.org')
})

test('[OPS-10] ADMIN_EMAILS is a comma-separated list, case-insensitive', () => {
  const { adminEmails } = read({ ADMIN_EMAILS: ' Boss@Example.org,, chief@example.org ,' })
  expect(adminEmails).toEqual(['boss@example.org', 'chief@example.org'])
})

test.each([
  ['hello@example.org', null, 'hello@example.org'],
  ['The House <Hello@Example.org>', 'The House', 'hello@example.org'],
  ['"House, the" <hello@example.org>', 'House, the', 'hello@example.org'],
  ['<hello@example.org>', null, 'hello@example.org'],
])('[OPS-09] MAIL_FROM %s', (setting, name, address) => {
  expect(read({ MAIL_FROM: setting, SMTP_URL: 'smtps://u:p@mail.example.org:465' })).toMatchObject({
    smtpUrl: 'smtps://u:p@mail.example.org:465',
    mailFrom: { name, address },
  })
})

function failure(settings: Record<string, string>): unknown {
  return thrownBy(() => read(settings))
}

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error instanceof ConfigError ? error : null
  }
  throw new Error('Nothing was thrown.')
}

test('[OPS-43] SECURITY_CONTACT is an email address or an https page', () => {
  expect(read({}).securityContact).toBeNull()
  for (const [text, uri] of [
    ['security@example.org', 'mailto:security@example.org'],
    ['mailto:security@example.org', 'mailto:security@example.org'],
    ['https://example.org/security', 'https://example.org/security'],
  ] as const) {
    expect(read({ SECURITY_CONTACT: text }).securityContact).toBe(uri)
  }
  for (const text of ['security', 'http://example.org', 'a@b\nContact: mailto:x@y']) {
    expect(failure({ SECURITY_CONTACT: text })).toMatchObject({ problems: [{ setting: 'SECURITY_CONTACT' }] })
  }
})

test('[OPS-06, OPS-46] variables within two letters of a setting are reported, others are not', () => {
  const environment = {
    ADMIN_EMAIL: 'a@b.example',
    SESION_SECRET: 'x',
    SESSION_SECRET_FIL: '/run/secret',
    admin_emails: 'a@b.example',
    BUS_ULR: '',
    HOME: '/root',
    PATH: '/bin',
    BASE_URL: '/',
    NODE_PATH: '/lib',
    HOSTNAME: 'calm',
    ADMIN_EMAILS: 'c@d.example',
  }
  expect(findMisspelledSettings(environment)).toEqual([
    { name: 'ADMIN_EMAIL', meant: 'ADMIN_EMAILS' },
    { name: 'SESION_SECRET', meant: 'SESSION_SECRET' },
    { name: 'SESSION_SECRET_FIL', meant: 'SESSION_SECRET_FILE' },
    { name: 'admin_emails', meant: 'ADMIN_EMAILS' },
  ])
})

// Settings: the defaults, and the message of each invalid one.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig, readDataLocation } from './config.ts'
import { isConfigError } from './error.ts'

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
      mailFrom: { name: 'Stillwater', address: 'no-reply@localhost' },
    })
    for (const [publicUrl, host] of [
      ['https://sit.example.org', 'sit.example.org'],
      ['http://192.0.2.7:3000', 'localhost'],
      ['http://[::1]:3000', 'localhost'],
    ]) {
      const settings = { PUBLIC_URL: publicUrl ?? '', APP_NAME: 'Quiet, please' }
      expect(read(settings).mailFrom).toEqual({ name: 'Quiet, please', address: `no-reply@${host}` })
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
    expect(error).toMatchObject({ setting })
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
      setting: 'LIMITS_EXEMPT',
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
    ['DATABASE_URL', { ...safe, DATABASE_URL: '' }],
    ['FIREBASE_AUTH_EMULATOR_HOST', { ...safe, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }],
  ])('[OPS-16] the server refuses to start: %s', (setting, environment) => {
    expect(thrownBy(() => readConfig(environment))).toMatchObject({ setting })
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

test('[OPS-26] secrets can come from files', () => {
  const file = join(dataDir, 'secret-file')
  writeFileSync(file, `${'s'.repeat(40)}\n`)
  expect(read({ SESSION_SECRET_FILE: file }).sessionSecret).toBe('s'.repeat(40))
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
  ['hello@example.org', 'Stillwater', 'hello@example.org'],
  ['The House <Hello@Example.org>', 'The House', 'hello@example.org'],
  ['"House, the" <hello@example.org>', 'House, the', 'hello@example.org'],
  ['<hello@example.org>', 'Stillwater', 'hello@example.org'],
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
    return isConfigError(error) ? error : null
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
    expect(failure({ SECURITY_CONTACT: text })).toMatchObject({ setting: 'SECURITY_CONTACT' })
  }
})

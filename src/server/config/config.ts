// The server's configuration: read from the environment once; an invalid setting stops the start.
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { emailMaxChars } from '#shared/constants.ts'
import { emailSchema } from '#shared/text.ts'
import type { AddressRange } from '../http/client-address.ts'
import {
  localOrigins,
  readBusUrl,
  readDatabaseUrl,
  readOrigins,
  readRanges,
  readSecurityContact,
  readSmtpUrl,
} from './addresses.ts'
import { readFirebase, readGoogle, type FirebaseSettings, type GoogleSettings } from './identity.ts'
import { readChoice, createSettingReader, type Environment, type ReadSetting } from './read.ts'
import { readSessionSecret, assertSecretLength } from './secret.ts'
import { projectRoot } from './project-root.ts'
import { configError } from './error.ts'

export interface Config {
  port: number
  host: string
  /** The first origin of PUBLIC_URL: used in links, and decides whether cookies are Secure. */
  publicUrl: string
  allowedOrigins: readonly string[]
  /** Whether pages loaded from any of the server's own addresses are trusted; see `isTrustedOrigin`. */
  trustsOwnHost: boolean
  /** Whether the server also listens at [::1]. */
  listensAtIpv6Loopback: boolean
  dataDir: string
  databaseUrl: string | null
  /** Null: a single node with an in-process bus. */
  busUrl: string | null
  appName: string
  /** `auto`: demo data if the database is embedded and new, and this isn't production. */
  seed: 'demo' | 'none' | 'auto'
  demoPassword: string | null
  /** Addresses, in lower case, that become administrators once registered and verified. */
  adminEmails: readonly string[]
  /** Null: mails are written to the outbox in DATA_DIR. */
  smtpUrl: string | null
  mailFrom: MailSender
  /** Vulnerability contact as a URI for security.txt; null: none. */
  securityContact: string | null
  /** Null: the built-in identity provider. */
  firebase: FirebaseSettings | null
  /** Google sign-in of the built-in provider, or null. */
  google: GoogleSettings | null
  trustedProxies: readonly AddressRange[]
  limitsExempt: readonly AddressRange[]
  sessionSecret: string
  production: boolean
  /** Whether the HSTS header includes the subdomains of PUBLIC_URL's host. */
  hstsSubdomains: boolean
  logLevel: (typeof logLevels)[number]
  /** The bearer token for /metrics; null: only this machine may read it. */
  metricsToken: string | null
  nodeId: string
}

/** The settings of the command-line tools. */
export type Settings = Omit<Config, 'sessionSecret'>

/** The From address of mails. */
export interface MailSender {
  name: string
  address: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Reads the settings; throws a ConfigError for the first invalid one. Outside production, it writes
 * DATA_DIR/session-secret when first needed.
 */
export function readConfig(environment: Environment): Config {
  const settings = readSettings(environment)
  return {
    ...settings,
    sessionSecret: readSessionSecret(createSettingReader(environment)('SESSION_SECRET'), settings.dataDir),
  }
}

/** The same for a command-line tool: needs no session secret and writes nothing. */
export function readSettings(environment: Environment): Settings {
  const get = createSettingReader(environment)
  const mode = readChoice('NODE_ENV', get('NODE_ENV'), ['production', 'development', 'test'], 'development')
  const production = mode === 'production'
  const host = get('HOST') ?? '127.0.0.1'
  const port = readPort(get('PORT'))
  const publicUrl = get('PUBLIC_URL')
  const origins = publicUrl === undefined ? localOrigins({ host, port }) : readOrigins(publicUrl)
  const { dataDir, databaseUrl } = readDataLocation(environment)
  const appName = readAppName(get('APP_NAME'))
  if (production) assertSafeProduction(get, origins)
  assertSecretLength(get('SESSION_SECRET'))

  return {
    port,
    host,
    publicUrl: origins[0] ?? '',
    allowedOrigins: origins,
    trustsOwnHost: publicUrl === undefined && !production,
    listensAtIpv6Loopback: get('HOST') === undefined && !production,
    dataDir,
    databaseUrl,
    busUrl: readBusUrl(get('BUS_URL'), databaseUrl),
    appName,
    seed: readChoice('SEED', get('SEED'), ['demo', 'none'], 'auto'),
    demoPassword: readDemoPassword(get('DEMO_PASSWORD')),
    adminEmails: (get('ADMIN_EMAILS') ?? '').split(',').flatMap(readAdminEmail),
    smtpUrl: readSmtpUrl(get('SMTP_URL')),
    mailFrom: readMailFrom(get('MAIL_FROM'), { appName, publicUrl: origins[0] ?? '' }),
    securityContact: readSecurityContact(get('SECURITY_CONTACT')),
    firebase: readFirebase(get, isLoopback(host)),
    google: readGoogle(get),
    trustedProxies: readRanges('TRUSTED_PROXIES', get('TRUSTED_PROXIES')),
    limitsExempt: readLimitsExempt(get('LIMITS_EXEMPT'), host),
    production,
    hstsSubdomains:
      readChoice('HSTS_SUBDOMAINS', get('HSTS_SUBDOMAINS'), ['true', 'false'], 'false') === 'true',
    logLevel: readChoice('LOG_LEVEL', get('LOG_LEVEL'), logLevels, 'info'),
    metricsToken: get('METRICS_TOKEN') ?? null,
    nodeId: get('NODE_ID') ?? randomBytes(4).toString('hex'),
  }
}

/** The location of the data, all that a tool beside a running server needs. */
export function readDataLocation(environment: Environment): Pick<Config, 'dataDir' | 'databaseUrl'> {
  const get = createSettingReader(environment)
  return {
    // Not the working directory: a start from elsewhere would create an empty community there.
    dataDir: resolve(projectRoot(), get('DATA_DIR') ?? 'data'),
    databaseUrl: readDatabaseUrl(get('DATABASE_URL')),
  }
}

/** Whether only this machine can reach a host name or address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 3000
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw configError('PORT', `must be a whole number from 1 to 65535, not "${text}".`)
  }
  return port
}

function readAppName(text: string | undefined): string {
  if (text === undefined) return 'Stillwater'
  if (text.length > 60 || /[<>&"]/.test(text))
    throw configError('APP_NAME', 'must have at most 60 characters, without < > & ".')
  return text
}

function readDemoPassword(text: string | undefined): string | null {
  if (text === undefined) return null
  if (text.length < 8 || text.length > 128)
    throw configError('DEMO_PASSWORD', 'must have 8 to 128 characters.')
  return text
}

const emailAddress = emailSchema(emailMaxChars)

function readAdminEmail(text: string): string[] {
  if (text.trim() === '') return []
  const parsed = z.safeParse(emailAddress, text)
  if (!parsed.success) {
    throw configError('ADMIN_EMAILS', `must be email addresses separated by commas, not "${text.trim()}".`)
  }
  return [parsed.data]
}

function readMailFrom(
  text: string | undefined,
  { appName, publicUrl }: Pick<Config, 'appName' | 'publicUrl'>,
): MailSender {
  if (text === undefined) {
    const { hostname } = new URL(publicUrl)
    const isName = /[a-z]/.test(hostname) && !hostname.startsWith('[')
    return { name: appName, address: `no-reply@${isName ? hostname : 'localhost'}` }
  }
  const [, name = '', inBrackets] = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/.exec(text) ?? []
  const parsed = z.safeParse(emailAddress, inBrackets ?? text)
  if (!parsed.success) {
    throw configError(
      'MAIL_FROM',
      `must be an address such as ${appName} <hello@example.org>, not "${text}".`,
    )
  }
  return { name: name === '' ? appName : name, address: parsed.data }
}

function readLimitsExempt(text: string | undefined, host: string): AddressRange[] {
  const ranges = readRanges('LIMITS_EXEMPT', text)
  if (ranges.length > 0 && !isLoopback(host)) {
    throw configError('LIMITS_EXEMPT', 'is for benchmarks on this machine only; HOST must be loopback.')
  }
  return ranges
}

function assertSafeProduction(get: ReadSetting, origins: readonly string[]): void {
  if (get('PUBLIC_URL') === undefined || origins.some((origin) => !origin.startsWith('https:'))) {
    throw configError('PUBLIC_URL', 'must be set to an https address in production.')
  }
  if (get('SESSION_SECRET') === undefined) throw configError('SESSION_SECRET', 'must be set in production.')
  if (get('DATABASE_URL') === undefined && get('DATA_DIR') === undefined) {
    throw configError(
      'DATABASE_URL',
      'or DATA_DIR must be set in production, so that the location of the data is explicit.',
    )
  }
  if (get('FIREBASE_AUTH_EMULATOR_HOST') !== undefined) {
    throw configError('FIREBASE_AUTH_EMULATOR_HOST', 'must not be set in production.')
  }
}

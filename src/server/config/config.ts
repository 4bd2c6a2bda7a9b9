// The server's configuration: read from the environment once; invalid settings stop the start.
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type { AddressRange } from '../addresses/address-ranges.ts'
import { readSessionSecret } from './data-dir.ts'
import { localOrigins } from './local-addresses.ts'
import { parseMailSender, type MailSender } from './mail-sender.ts'
import { projectRoot } from './project-root.ts'
import { defaultHost, parseSettings, type Environment, type ParsedSettings } from './settings-schema.ts'

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
  /** Names a new community. */
  appName: string
  /** Becomes the zone of a new community; null leaves the choice to its first administrator. */
  timeZone: string | null
  /** `auto`: demo data if the database is embedded and new, and this isn't production. */
  seed: 'demo' | 'none' | 'auto'
  demoPassword: string | null
  /** Addresses, in lower case, that become administrators once registered and verified. */
  adminEmails: readonly string[]
  /** Null: mails are written to the outbox in DATA_DIR. */
  smtpUrl: string | null
  mailFrom: MailSender
  /** The rate of reminders and news, on all nodes together. */
  bulkMailsPerSecond: number
  /** Vulnerability contact as a URI for security.txt; null: none. */
  securityContact: string | null
  /** Null: the built-in identity provider. */
  firebase: FirebaseSettings | null
  /** Google sign-in of the built-in provider, or null. */
  google: GoogleSettings | null
  trustedProxies: readonly AddressRange[]
  limitsExempt: readonly AddressRange[]
  /** The origin of a fake of push services, on this machine; null outside of tests. */
  pushTestService: string | null
  sessionSecret: string
  production: boolean
  /** Whether the HSTS header includes the subdomains of PUBLIC_URL's host. */
  hstsSubdomains: boolean
  logLevel: ParsedSettings['LOG_LEVEL']
  /** The bearer token for /metrics; null: only this machine may read it. */
  metricsToken: string | null
  nodeId: string
}

export interface FirebaseSettings {
  projectId: string
  apiKey: string
  /** Host of the project's sign-in pages, such as sit.firebaseapp.com. */
  authDomain: string
  /**
   * 'host:port' of the official emulator, which signs no tokens. Never in production, nor on a reachable address.
   */
  emulatorHost: string | null
  /** Credentials for deleting Firebase accounts; null leaves the deletion to the member's next sign-in. */
  serviceAccount: ServiceAccount | null
}

export interface ServiceAccount {
  email: string
  /** In PEM. */
  privateKey: string
}

export interface GoogleSettings {
  clientId: string
  clientSecret: string
}

/** The settings of the command-line tools. */
export type Settings = Omit<Config, 'sessionSecret'>

/**
 * Reads the settings; throws a ConfigError that lists all invalid ones. Outside production, it writes
 * DATA_DIR/session-secret when first needed.
 */
export function readConfig(environment: Environment): Config {
  const values = parseSettings(environment)
  const settings = toSettings(values)
  return { ...settings, sessionSecret: values.SESSION_SECRET ?? readSessionSecret(settings.dataDir) }
}

/** The same for a command-line tool: needs no session secret and writes nothing. */
export function readSettings(environment: Environment): Settings {
  return toSettings(parseSettings(environment))
}

/** The location of the data, all that a tool beside a running server needs. */
export function readDataLocation({
  DATA_DIR,
  DATABASE_URL,
  DATABASE_URL_FILE,
}: Environment): Pick<Config, 'dataDir' | 'databaseUrl'> {
  return toDataLocation(parseSettings({ DATA_DIR, DATABASE_URL, DATABASE_URL_FILE }))
}

function toDataLocation({ DATA_DIR = 'data', DATABASE_URL }: ParsedSettings) {
  // Not the working directory: a start from elsewhere would create an empty community there.
  return { dataDir: resolve(projectRoot(), DATA_DIR), databaseUrl: DATABASE_URL ?? null }
}

function toSettings(values: ParsedSettings): Settings {
  const { HOST: host = defaultHost, PORT: port, APP_NAME: appName, PUBLIC_URL, MAIL_FROM } = values
  const production = values.NODE_ENV === 'production'
  const origins = PUBLIC_URL ?? localOrigins({ host, port })
  const publicUrl = origins[0] ?? ''
  return {
    ...toDataLocation(values),
    port,
    host,
    publicUrl,
    allowedOrigins: origins,
    trustsOwnHost: PUBLIC_URL === undefined && !production,
    listensAtIpv6Loopback: values.HOST === undefined && !production,
    busUrl: values.BUS_URL ?? null,
    appName,
    seed: values.SEED ?? 'auto',
    timeZone: values.TIME_ZONE ?? null,
    demoPassword: values.DEMO_PASSWORD ?? null,
    adminEmails: values.ADMIN_EMAILS,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: (MAIL_FROM && parseMailSender(MAIL_FROM)) || {
      name: null,
      address: defaultMailAddress(publicUrl),
    },
    bulkMailsPerSecond: values.BULK_MAILS_PER_SECOND,
    securityContact: values.SECURITY_CONTACT ?? null,
    firebase: toFirebase(values),
    google: toGoogle(values),
    trustedProxies: values.TRUSTED_PROXIES,
    limitsExempt: values.LIMITS_EXEMPT,
    pushTestService: values.PUSH_TEST_SERVICE ?? null,
    production,
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'true',
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN ?? null,
    nodeId: values.NODE_ID ?? randomBytes(4).toString('hex'),
  }
}

function defaultMailAddress(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  const isName = /[a-z]/.test(hostname) && !hostname.startsWith('[')
  return `no-reply@${isName ? hostname : 'localhost'}`
}

function toFirebase(values: ParsedSettings): FirebaseSettings | null {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_SERVICE_ACCOUNT: key } = values
  const { FIREBASE_API_KEY: apiKey, FIREBASE_AUTH_DOMAIN: authDomain } = values
  if (projectId === undefined || apiKey === undefined || authDomain === undefined) return null
  return {
    projectId,
    apiKey,
    authDomain,
    emulatorHost: values.FIREBASE_AUTH_EMULATOR_HOST ?? null,
    serviceAccount: key ? { email: key.client_email, privateKey: key.private_key } : null,
  }
}

function toGoogle({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
}: ParsedSettings): GoogleSettings | null {
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret }
}

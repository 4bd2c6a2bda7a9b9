// Every setting: how its text is parsed, its default, and whether it is secret. All invalid ones are reported at once.
import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { emailMaxChars } from '#shared/constants.ts'
import { emailSchema } from '#shared/text.ts'
import { isTimeZone } from '#shared/time-zone.ts'
import { parseRanges, type AddressRange } from '../addresses/address-ranges.ts'
import { ConfigError, type SettingProblem } from './error.ts'
import { isLoopback } from './local-addresses.ts'
import { parseMailSender } from './mail-sender.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** `default` is for operators, as in docs/operations.md. */
interface SettingInfo {
  default?: string
  /** Never printed; may come from a file, whose path is in NAME_FILE. */
  isSecret?: true
  /** Whether the server generates a value for an unset one. */
  isGenerated?: true
}
const settingInfo = z.registry<SettingInfo>()

/** A text that `read` converts. `fail` reports a sentence, which continues after the setting's name. */
const parsed = <Value>(read: (text: string, fail: (sentence: string) => never) => Value) =>
  z.pipe(
    z.string(),
    z.transform((input: string, { issues }): Value =>
      read(input, (message) => {
        issues.push({ code: 'custom', message, input })
        return z.NEVER
      }),
    ),
  )

const text = (sentence: string, isValid: (text: string) => boolean) =>
  z.string().check(z.refine(isValid, sentence))

const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  z.enum(choices, { error: ({ input }) => `must be one of ${choices.join(', ')}, not "${String(input)}".` })

const emailAddress = emailSchema(emailMaxChars)

const port = parsed((input, fail) => {
  const number = Number(input)
  const isPort = Number.isInteger(number) && number >= 1 && number <= 65_535
  return isPort ? number : fail(`must be a whole number from 1 to 65535, not "${input}".`)
})

const mailsPerSecondMost = 100

const mailsPerSecond = parsed((input, fail) => {
  const number = Number(input)
  return number > 0 && number <= mailsPerSecondMost
    ? number
    : fail(`must be a number above 0, and ${mailsPerSecondMost} at most, not "${input}".`)
})

const origins = parsed((input, fail) =>
  input.split(',').map((part) => {
    const url = URL.canParse(part.trim()) ? new URL(part.trim()) : null
    if (!url || !['http:', 'https:'].includes(url.protocol))
      return fail(`must be addresses such as https://sit.example.org, not "${part.trim()}".`)
    if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
      return fail(
        `must end after the host, as in ${url.origin}: Stillwater needs a host name for itself, and can't run below a path such as the one in "${part.trim()}".`,
      )
    return url.origin
  }),
)

const databaseUrl = parsed((input, fail) => {
  if (!/^postgres(ql)?:\/\//.test(input)) return fail('must be a URL that starts with postgres://.')
  const query = parseDatabaseUrl(input)?.searchParams
  // The value may contain a password, so the message doesn't repeat it.
  if (!query) {
    return fail(
      "isn't a valid URL. Percent-encode special characters in the password: # is %23, / is %2F, ? is %3F, @ is %40, % is %25.",
    )
  }
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = query.get(name)
    if (file !== null && !existsSync(file))
      return fail(`names ${file} as ${name}, but that file doesn't exist.`)
  }
  const mode = query.get('sslmode') ?? ''
  if (mode === 'verify-ca' && !query.has('sslrootcert'))
    return fail('has sslmode=verify-ca, which also needs sslrootcert=FILE with the CA certificate.')
  // The driver would treat these as verify-full and print a long warning; apply libpq's meaning instead.
  const isOfLibpq = ['prefer', 'require', 'verify-ca'].includes(mode) && !query.has('uselibpqcompat')
  return isOfLibpq ? `${input}&uselibpqcompat=true` : input
})

/** Parses as the driver does; null if it can't. */
function parseDatabaseUrl(input: string): URL | null {
  try {
    // The driver takes a URL without a host for a Unix socket.
    const url = new URL(input.replace('@/', '@localhost/'))
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part)
    return input.includes('#') ? null : url
  } catch {
    return null
  }
}

/** A URL with a host. It may contain a password, so the message doesn't repeat it. */
const serverUrl = (protocol: RegExp, example: string) =>
  text(
    `must be a URL such as ${example}.`,
    (input) =>
      URL.canParse(input) && protocol.test(new URL(input).protocol) && new URL(input).hostname !== '',
  )

const prefixBitsMin = { ipv4: 8, ipv6: 16 } as const

/** Address ranges, none wider than a single operator's network. */
const addressRanges = parsed((input, fail) => {
  const ranges = tryParseRanges(input)
  if (ranges === null)
    return fail(`must be addresses such as 10.0.0.0/8, separated by commas, not "${input}".`)
  const wide = ranges.find(([address, bits]) => bits < prefixBitsMin[address.kind()])
  if (!wide) return ranges
  const [address, bits] = wide
  return fail(
    `${address.toString()}/${bits} is too wide: use a prefix of at least /8 for IPv4 and /16 for IPv6.`,
  )
})

function tryParseRanges(input: string): AddressRange[] | null {
  // The library also accepts '10.1/16', as 10.0.0.1/16.
  const parts = input.split(',').map((part) => part.trim().split('/', 1)[0] ?? '')
  if (!parts.every((address) => address === '' || isIP(address) !== 0)) return null
  try {
    return parseRanges(input)
  } catch {
    return null
  }
}

const adminEmails = parsed((input, fail) =>
  input.split(',').flatMap((part) => {
    if (part.trim() === '') return []
    const { data } = z.safeParse(emailAddress, part)
    return data ?? fail(`must be email addresses separated by commas, not "${part.trim()}".`)
  }),
)

const securityContact = parsed((input, fail) => {
  const uri = /^[^\s@:/]+@[^\s@]+$/.test(input) ? `mailto:${input}` : input
  if (/^(mailto:[^\s@]+@|https:\/\/)[^\s]+$/.test(uri) && URL.canParse(uri)) return uri
  return fail(
    `must be an address such as security@example.org or https://example.org/security, not "${input}".`,
  )
})

const hostPattern = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i

const keyFileSchema = z.object({
  client_email: z.string().check(z.minLength(1)),
  private_key: z.string().check(z.regex(/^-----BEGIN PRIVATE KEY-----/)),
  project_id: z.optional(z.string()),
})

/** A service account's key file with a key that can sign. It is secret, so the message doesn't repeat its content. */
const serviceAccount = parsed((path, fail) => {
  try {
    const key = z.parse(keyFileSchema, JSON.parse(readFileSync(path, 'utf8')))
    if (createPrivateKey(key.private_key).asymmetricKeyType === 'rsa') return key
  } catch {
    // Reported below.
  }
  return fail(`must be the path of a service account's key file, not "${path}".`)
})

/** Not the schema's default: without HOST, the server also listens at [::1]. */
export const defaultHost = '127.0.0.1'

const settingsSchema = z.object({
  NODE_ENV: z
    ._default(choice(['production', 'development', 'test']), 'development')
    .register(settingInfo, { default: 'development' }),
  PUBLIC_URL: z.optional(origins).register(settingInfo, { default: 'http://HOST:PORT' }),
  HOST: z.optional(z.string()).register(settingInfo, { default: defaultHost }),
  PORT: z._default(port, 3_000).register(settingInfo, { default: '3000' }),
  TRUSTED_PROXIES: z._default(addressRanges, []),
  DATA_DIR: z.optional(z.string()).register(settingInfo, { default: 'data' }),
  DATABASE_URL: z.optional(databaseUrl).register(settingInfo, { default: 'the bundled one', isSecret: true }),
  BUS_URL: z
    .optional(serverUrl(/^rediss?:$/, 'redis://user:password@bus.example.org:6379'))
    .register(settingInfo, { default: 'in-process', isSecret: true }),
  NODE_ID: z.optional(z.string()).register(settingInfo, { default: 'random', isGenerated: true }),
  HSTS_SUBDOMAINS: z._default(choice(['true', 'false']), 'false').register(settingInfo, { default: 'false' }),
  SESSION_SECRET: z
    .optional(text('must have at least 32 characters.', (input) => input.length >= 32))
    .register(settingInfo, { default: 'generated in DATA_DIR', isSecret: true, isGenerated: true }),
  APP_NAME: z
    ._default(
      text(
        'must have at most 60 characters, without < > & ".',
        (input) => input.length <= 60 && !/[<>&"]/.test(input),
      ),
      'Stillwater',
    )
    .register(settingInfo, { default: 'Stillwater' }),
  TIME_ZONE: z
    .optional(text('must be the name of a time zone, such as Europe/Berlin, in this spelling.', isTimeZone))
    .register(settingInfo, { default: 'set by the first administrator' }),
  ADMIN_EMAILS: z._default(adminEmails, []),
  SMTP_URL: z
    .optional(serverUrl(/^smtps?:$/, 'smtp://user:password@mail.example.org:587'))
    .register(settingInfo, { default: 'the outbox', isSecret: true }),
  MAIL_FROM: z.optional(z.string()).register(settingInfo, { default: 'no-reply at PUBLIC_URL' }),
  BULK_MAILS_PER_SECOND: z._default(mailsPerSecond, 5).register(settingInfo, { default: '5' }),
  SECURITY_CONTACT: z.optional(securityContact),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()).register(settingInfo, { isSecret: true }),
  FIREBASE_PROJECT_ID: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.:-]{2,60}$/, 'must be a project ID, such as sit-1a2b3.')),
  ),
  FIREBASE_API_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{1,200}$/, "must be the web API key from the project's settings.")),
  ),
  FIREBASE_AUTH_DOMAIN: z.optional(
    z
      .string()
      .check(z.regex(hostPattern, 'must be a host without https://, such as sit-1a2b3.firebaseapp.com.')),
  ),
  FIREBASE_SERVICE_ACCOUNT: z.optional(serviceAccount),
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(z.string()),
  LOG_LEVEL: z
    ._default(choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info')
    .register(settingInfo, { default: 'info' }),
  METRICS_TOKEN: z.optional(z.string()).register(settingInfo, { isSecret: true }),
  SEED: z.optional(choice(['demo', 'none'])).register(settingInfo, { default: 'demo, if new and bundled' }),
  DEMO_PASSWORD: z
    .optional(text('must have 8 to 128 characters.', ({ length }) => length >= 8 && length <= 128))
    .register(settingInfo, { default: 'random', isSecret: true, isGenerated: true }),
  LIMITS_EXEMPT: z._default(addressRanges, []),
  PUSH_TEST_SERVICE: z.optional(
    text(
      'must be an origin on this machine, such as http://127.0.0.1:4455.',
      (input) =>
        URL.canParse(input) && new URL(input).origin === input && isLoopback(new URL(input).hostname),
    ),
  ),
})

type SettingName = keyof typeof settingsSchema.shape
export type ParsedSettings = z.infer<typeof settingsSchema>

export const settingNames = Object.keys(settingsSchema.shape) as readonly SettingName[]

const infoOf = (name: SettingName): SettingInfo => settingInfo.get(settingsSchema.shape[name]) ?? {}

export const secretSettings: readonly string[] = settingNames.filter((name) => infoOf(name).isSecret)

/** Parses the settings. Throws a ConfigError that lists every invalid one. */
export function parseSettings(environment: Environment): ParsedSettings {
  const { values, problems } = checkSettings(readTexts(environment))
  if (problems.length > 0) throw new ConfigError(problems)
  return values
}

/** A setting for operators. */
interface SettingReport {
  name: string
  origin: 'environment' | 'file' | 'generated' | 'default'
  /** Null if unset; of a secret, only that it is set. */
  value: string | null
  default: string
}

/** Reports all settings, and which of them are invalid. Contains no secret. */
export function reportSettings(environment: Environment): {
  settings: SettingReport[]
  problems: readonly SettingProblem[]
} {
  const read = readTexts(environment)
  const settings = settingNames.map((name): SettingReport => {
    const { isSecret, isGenerated, default: fallback = 'none' } = infoOf(name)
    const own = environment[name]?.trim() ?? ''
    const isSet = own !== '' || read.fromFile.has(name)
    const unsetOrigin = isGenerated ? 'generated' : 'default'
    const setOrigin = read.fromFile.has(name) ? 'file' : 'environment'
    const value = isSecret ? 'set' : own
    return { name, origin: isSet ? setOrigin : unsetOrigin, value: isSet ? value : null, default: fallback }
  })
  return { settings, problems: checkSettings(read).problems }
}

type Texts = Partial<Record<SettingName, string>>

interface ReadTexts {
  texts: Texts
  /** The secrets whose NAME_FILE is set. */
  fromFile: ReadonlySet<SettingName>
  problems: readonly SettingProblem[]
}

/** Reads the settings' texts, secrets also from files. An empty value counts as unset. */
function readTexts(environment: Environment): ReadTexts {
  const texts: Texts = {}
  const fromFile = new Set<SettingName>()
  const problems: SettingProblem[] = []
  const read = (name: string): string => environment[name]?.trim() ?? ''
  for (const name of settingNames) {
    const own = read(name)
    const file = infoOf(name).isSecret ? read(`${name}_FILE`) : ''
    if (own !== '') texts[name] = own
    if (file === '') continue
    fromFile.add(name)
    const result =
      own === '' ? readSecret(file) : { problem: `${name} is set as well; set only one of them.` }
    if ('problem' in result) problems.push({ setting: `${name}_FILE`, sentence: result.problem })
    else texts[name] = result.secret
  }
  return { texts, fromFile, problems }
}

function readSecret(file: string): { secret: string } | { problem: string } {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    return secret === '' ? { problem: `${file} is empty.` } : { secret }
  } catch (error) {
    return { problem: `can't be read (${error instanceof Error ? error.message : String(error)}).` }
  }
}

/** Returns the values of the valid settings, and at most one problem for each of the others. */
function checkSettings({ texts, fromFile, problems }: ReadTexts): {
  values: ParsedSettings
  problems: SettingProblem[]
} {
  const { error } = z.safeParse(settingsSchema, texts)
  const invalid = (error?.issues ?? []).map(({ path, message }) => ({
    setting: String(path[0]),
    sentence: message,
  }))
  const names = new Set(invalid.map(({ setting }) => setting))
  const valid = Object.fromEntries(Object.entries(texts).filter(([name]) => !names.has(name)))
  const values = z.parse(settingsSchema, valid)
  const found = new Map<string, SettingProblem>()
  const report = (setting: string, sentence: string): void => {
    if (!found.has(setting)) found.set(setting, { setting, sentence })
  }
  for (const { setting, sentence } of [...problems, ...invalid]) report(setting, sentence)
  checkCombinations(values, (name) => name in texts || fromFile.has(name), report)
  return { values, problems: [...found.values()] }
}

type IsSet = (name: SettingName) => boolean
type Report = (setting: SettingName, sentence: string) => void

const firebaseSettings = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'] as const
const googleSettings = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const

/** Reports settings that don't fit others. `isSet` is also true for invalid ones, which `values` leaves out. */
function checkCombinations(values: ParsedSettings, isSet: IsSet, report: Report): void {
  const { NODE_ENV, APP_NAME, HOST = defaultHost, MAIL_FROM, LIMITS_EXEMPT } = values
  if (NODE_ENV === 'production') checkProduction(values, isSet, report)
  if (isSet('BUS_URL') && !isSet('DATABASE_URL'))
    report('BUS_URL', 'needs DATABASE_URL: all nodes share one database.')
  if (MAIL_FROM !== undefined && parseMailSender(MAIL_FROM) === null)
    report('MAIL_FROM', `must be an address such as ${APP_NAME} <hello@example.org>, not "${MAIL_FROM}".`)
  if (LIMITS_EXEMPT.length > 0 && !isLoopback(HOST))
    report('LIMITS_EXEMPT', 'is for benchmarks on this machine only; HOST must be loopback.')
  if (isSet('PUSH_TEST_SERVICE') && !isLoopback(HOST))
    report('PUSH_TEST_SERVICE', 'is for tests on this machine only; HOST must be loopback.')
  for (const [one, other] of [googleSettings, googleSettings.toReversed()])
    if (one && other && isSet(other) && !isSet(one)) report(one, `must be set too: ${other} requires it.`)
  if (isSet('FIREBASE_SERVICE_ACCOUNT') || firebaseSettings.some(isSet)) checkFirebase(values, isSet, report)
}

function checkProduction({ PUBLIC_URL = [] }: ParsedSettings, isSet: IsSet, report: Report): void {
  if (!isSet('PUBLIC_URL') || PUBLIC_URL.some((origin) => !origin.startsWith('https:')))
    report('PUBLIC_URL', 'must be set to an https address in production.')
  if (!isSet('SESSION_SECRET')) report('SESSION_SECRET', 'must be set in production.')
  if (!isSet('DATABASE_URL') && !isSet('DATA_DIR'))
    report(
      'DATABASE_URL',
      'or DATA_DIR must be set in production, so that the location of the data is explicit.',
    )
  if (isSet('FIREBASE_AUTH_EMULATOR_HOST'))
    report('FIREBASE_AUTH_EMULATOR_HOST', 'must not be set in production.')
}

function checkFirebase(values: ParsedSettings, isSet: IsSet, report: Report): void {
  for (const name of firebaseSettings)
    if (!isSet(name)) report(name, `must be set too: ${firebaseSettings.join(', ')} are required together.`)
  const { FIREBASE_AUTH_EMULATOR_HOST: emulator, FIREBASE_PROJECT_ID: project } = values
  if (emulator !== undefined && !hostPattern.test(emulator))
    report('FIREBASE_AUTH_EMULATOR_HOST', 'must be a host and port, such as 127.0.0.1:9099.')
  if (emulator !== undefined && !isLoopback(values.HOST ?? defaultHost))
    report('FIREBASE_AUTH_EMULATOR_HOST', 'is for local testing only; HOST must be loopback.')
  const { project_id: keyProject = project } = values.FIREBASE_SERVICE_ACCOUNT ?? {}
  if (project !== undefined && keyProject !== project)
    report('FIREBASE_SERVICE_ACCOUNT', 'belongs to a project other than FIREBASE_PROJECT_ID.')
}

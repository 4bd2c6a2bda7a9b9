// npm run admin: the operator's shell commands, run beside the server.
import * as z from 'zod/mini'
import { exportAccountByEmail } from '#features/account/server/export.ts'
import { createMember, createPasswordLink } from '#features/auth/server/operator-links.ts'
import { signOutEveryone } from '#features/auth/server/sign-out-everyone.ts'
import { changeZoneAsOperator } from '#features/community/server/service.ts'
import { setAdministrator } from '#features/members/server/administrators.ts'
import { listAdministrators } from '#features/members/server/sql/administrators.ts'
import { welcomeMember } from '#features/referrals/server/service.ts'
import { isAppError } from '#server/app-error.ts'
import { readCommunityDays } from '#server/calendar/calendar.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/error.ts'
import { findMisspelledSettings, type MisspelledSetting } from '#server/config/misspelled-settings.ts'
import { reportSettings, type Environment } from '#server/config/settings-schema.ts'
import type { Database } from '#server/db/database.ts'
import { emailMaxChars } from '#shared/constants.ts'
import { formatDay } from '#shared/day.ts'
import { displayNameSchema } from '#shared/display-name.ts'
import { hourMs } from '#shared/durations.ts'
import { emailSchema } from '#shared/text.ts'
import { isTimeZone } from '#shared/time-zone.ts'
import { memberData } from './features.ts'

interface Deps {
  database: Database
  clock: Pick<Clock, 'now'>
  /** Read only by the commands that need more than the database. Throws a ConfigError. */
  readSettings: () => Pick<Config, 'publicUrl' | 'firebase' | 'smtpUrl'>
}

/**
 * Runs a command on the database; returns a sentence with the result. Throws an Error whose message explains the
 * failure.
 */
export async function adminCommand(deps: Deps, args: readonly string[]): Promise<string> {
  const [command, email, ...rest] = args
  if (command === 'list' && email === undefined) return describeAdministrators(deps.database)
  if (command === 'end-sessions' && email === undefined) {
    return `${await signOutEveryone(deps.database, deps.clock)} sessions ended. Everyone must sign in again.`
  }
  if (command === 'create' && email !== undefined) return createAccount(deps, parseEmail(email), rest)
  if (email === undefined || rest.length > 0) throw new Error(adminUsage)
  if (command === 'zone') return changeTimeZone(deps, email)
  if (command === 'export') return exportMember(deps, parseEmail(email))
  if (command === 'reset-password') return resetPassword(deps, parseEmail(email))
  if (command === 'grant' || command === 'revoke')
    return setRole(deps, parseEmail(email), command === 'grant')
  throw new Error(adminUsage)
}

/** The usage text. */
export const adminUsage = `npm run admin -- grant EMAIL             makes a member an administrator
npm run admin -- revoke EMAIL            removes the administrator role
npm run admin -- list                    lists the administrators
npm run admin -- create EMAIL [NAME] [--for 14d] [--print]
                                         creates an account, and mails a link to choose its password,
                                         valid for an hour, or up to 14 days; prints it with --print,
                                         and without SMTP_URL
npm run admin -- reset-password EMAIL    prints a link to choose a new password
npm run admin -- export EMAIL            prints all data about a member, banned or not, as JSON
npm run admin -- zone ZONE               changes the community's time zone, such as Europe/Berlin
npm run admin -- end-sessions            signs everyone out
npm run admin -- test-mail EMAIL         sends a test mail, and explains a failure
npm run admin -- settings                prints every setting, its origin and its default; no secrets
npm run admin -- doctor                  checks settings, database, bus, proxy, mail, legal pages and disk`

/** A line for each setting: name, origin, value and default. Then one for each invalid setting. */
export function describeSettings(environment: Environment): { text: string; isValid: boolean } {
  const { settings, problems } = reportSettings(environment)
  const widthOf = (column: 'name' | 'origin') => Math.max(...settings.map((row) => row[column].length)) + 2
  const [nameWidth, originWidth] = [widthOf('name'), widthOf('origin')]
  const lines = settings.map(({ name, origin, value, default: fallback }) => {
    const inEffect = value === null ? fallback : `${value} (default: ${fallback})`
    return `${name.padEnd(nameWidth)}${origin.padEnd(originWidth)}${inEffect}`
  })
  const { message } = new ConfigError(problems)
  const isValid = problems.length === 0
  const misspelled = findMisspelledSettings(environment).map(describeMisspelledSetting)
  const blocks = [lines, misspelled, isValid ? [] : [message]].filter((block) => block.length > 0)
  return { text: blocks.map((block) => block.join('\n')).join('\n\n'), isValid }
}

/** The sentence for a variable that is probably a misspelled setting. */
export function describeMisspelledSetting({ name, meant }: MisspelledSetting): string {
  return `${name} isn't a setting and has no effect. Did you mean ${meant}?`
}

/** Parses an email address and lowercases it. Throws an Error with a readable message for anything else. */
export function parseEmail(text: string): string {
  const parsed = z.safeParse(emailSchema(emailMaxChars), text)
  if (!parsed.success) throw new Error(`${text} isn't an email address.`)
  return parsed.data
}

async function setRole({ database, clock }: Deps, email: string, isAdmin: boolean): Promise<string> {
  const outcome = await setAdministrator(database, clock, { email, isAdmin })
  switch (outcome) {
    case 'granted':
      return `${email} is now an administrator.`
    case 'granted-unverified':
      return `${email} is now an administrator. The address isn't verified yet: make sure that the account belongs to its owner.`
    case 'already-administrator':
      return `${email} is already an administrator.`
    case 'revoked':
      return `${email} is no longer an administrator.`
    case 'not-administrator':
      return `${email} isn't an administrator.`
    case 'last-administrator':
      throw new Error(`${email} is the only administrator: grant the role to another member first.`)
    case 'banned':
      throw new Error(`${email} is banned: lift the ban first.`)
    case 'unknown-member':
      throw new Error(
        `No member has the address ${email}. Ask them to register first, or add the address to ADMIN_EMAILS.`,
      )
  }
}

async function resetPassword(deps: Deps, email: string): Promise<string> {
  const link = await createPasswordLink({ ...deps, config: builtinSettings(deps) }, email)
  if (!link) throw new Error(`No account signs in with ${email}.`)
  return `Link for ${link.name} (${link.email}) to choose a new password. ${linkInstructions(link.url)}`
}

async function exportMember(deps: Deps, email: string): Promise<string> {
  const content = await exportAccountByEmail({ ...deps, memberData }, email)
  if (!content) throw new Error(`No member has the address ${email}.`)
  return JSON.stringify(content, null, 2)
}

async function changeTimeZone({ database, clock }: Deps, zone: string): Promise<string> {
  if (!isTimeZone(zone)) throw new Error(`${zone} isn't a time zone. Use a name such as Europe/Berlin.`)
  try {
    const change = await changeZoneAsOperator(database, { zone, nowMs: clock.now() })
    if (change === null) return `The community's time zone is already ${zone}.`
    return `Days begin by the clock of ${zone} from ${formatDay(change.fromDay, 'long')} on. Running servers follow within a minute.`
  } catch (error) {
    throw isAppError(error) ? new Error(error.errorResponse.body.message, { cause: error }) : error
  }
}

async function createAccount(deps: Deps, email: string, args: readonly string[]): Promise<string> {
  const config = builtinSettings(deps)
  const { words, hours } = parseLifetime(args.filter((word) => word !== '--print'))
  const isMailed = config.smtpUrl !== null && !args.includes('--print')
  const name = words.length === 0 ? null : parseDisplayName(words.join(' '))
  const days = await readCommunityDays(deps.database.query)
  const created = await createMember(
    { ...deps, config, onMemberCreated: (tx, member) => welcomeMember(tx, days, member) },
    { email, name, linkLifetimeMs: hours * hourMs, isMailed },
  )
  if (!created) {
    throw new Error(
      `${email} already has an account, or belonged to one within the last seven days. For a link to it: reset-password ${email}`,
    )
  }
  const { name: createdName, url } = created
  const lifetime = formatLifetime(hours)
  const result = `Account created for ${email}, named ${createdName}.`
  if (url === null)
    return `${result} The server mails them a link to choose a password, within seconds if it runs. The link works once, within ${lifetime} of the mail. "npm run admin -- doctor" says whether mails wait.`
  return `${result} Link to choose its password. ${linkInstructions(url, lifetime)}`
}

const lifetimeMaxHours = 14 * 24

/** Splits `--for 14d` or `--for 36h` from the words of a name. Without it, a link lives for an hour. */
function parseLifetime(args: readonly string[]): { words: readonly string[]; hours: number } {
  const index = args.indexOf('--for')
  if (index === -1) return { words: args, hours: 1 }
  const [, count, unit] = /^(\d{1,3})([dh])$/.exec(args[index + 1] ?? '') ?? []
  const hours = Number(count) * (unit === 'd' ? 24 : 1)
  if (!(hours >= 1 && hours <= lifetimeMaxHours))
    throw new Error('--for takes hours or days, from 1h to 14d, such as --for 14d.')
  return { words: args.toSpliced(index, 2), hours }
}

function formatLifetime(hours: number): string {
  if (hours === 1) return 'one hour'
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`
}

function linkInstructions(url: string, lifetime = 'one hour'): string {
  return `It works once, within ${lifetime}, and proves ownership of the address: give it only to the owner.\n${url}`
}

function builtinSettings({ readSettings }: Deps): Pick<Config, 'publicUrl' | 'smtpUrl'> {
  const settings = readSettings()
  if (settings.firebase === null) return settings
  throw new Error(
    'Firebase manages the accounts of this community: create accounts and reset passwords there.',
  )
}

function parseDisplayName(text: string): string {
  const parsed = z.safeParse(displayNameSchema(), text)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues[0]?.message ?? `${text} isn't a display name.`)
}

async function describeAdministrators({ query }: Database): Promise<string> {
  const lines = (await listAdministrators(query)).map(
    ({ name, email, profileCompleted }) =>
      `${email ?? '(no address)'}  ${name}${profileCompleted ? '' : '  (profile incomplete)'}`,
  )
  return lines.length === 0 ? 'There is no administrator.' : lines.join('\n')
}

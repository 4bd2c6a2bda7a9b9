// Doctor checks of the database, its content, and the servers that use it.
import { once } from 'node:events'
import { connect } from 'node:tls'
import { legalPagesWithPlaceholder } from '#features/legal/server/service.ts'
import { hasAdministrator } from '#features/members/server/sql/administrators.ts'
import { checkScheduledVideos, type VideoCheckDeps } from '#features/schedules/server/service.ts'
import { readCommunityDays } from '#server/calendar/calendar.ts'
import type { Settings } from '#server/config/config.ts'
import { hasDatabase, openDatabase, type Executor, type OpenDatabase } from '#server/db/database.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { otherServersWarning } from '#server/db/other-servers.ts'
import {
  connectedServers,
  databaseState,
  deviatingSettings,
  hasSeed,
  unsafeSettings,
} from '#server/db/sql.ts'
import { countRetriedJobs } from '#server/jobs/sql.ts'
import { mailKind } from '#server/mail/mailer.ts'
import { timestampToMs } from '#shared/day.ts'
import { runCheck, failure, finding, messageOf, ok, warning, type Finding } from './doctor-finding.ts'
import { checkIndexes, encodingProblem } from './preflight.ts'

/** The newest PostgreSQL at the time of this release: the version in ops/docker. */
export const newestPostgres = '18.6'
const oldestMajor = 15
const responseTimeoutMs = 5_000
/** Proxies renew a certificate 30 days before its end. */
const certificateDaysMin = 10
/** Temporary rejections, such as greylisting, are over by then. */
const waitingMailMinutesMax = 30

/** Checks the database, its content, and the servers that use it. */
export async function checkDatabase(settings: Settings, assetsDir: string): Promise<Finding[]> {
  if (!hasDatabase(settings)) {
    const text = `There is no database in ${settings.dataDir}. The first start creates one; if you expected one, set DATA_DIR or DATABASE_URL as for the server.`
    return [warning('database', text)]
  }
  let opened: OpenDatabase
  try {
    opened = await openDatabase(settings)
  } catch (error) {
    return [failure('database', messageOf(error))]
  }
  try {
    return [...(await checkServer(settings, opened)), ...(await checkContent(settings, opened, assetsDir))]
  } catch (error) {
    return [failure('database', messageOf(error))]
  } finally {
    await opened.close()
  }
}

async function checkServer(
  { production }: Settings,
  { database, embedded }: OpenDatabase,
): Promise<Finding[]> {
  const { query } = database
  const { version, encoding } = await databaseState(query)
  const misencoded = encodingProblem(encoding)
  const unsafe = await unsafeSettings(query)
  const deviating = await deviatingSettings(query)
  const poolerText = `This connection has another ${deviating.join(', ')} than the server sets, as with PgBouncer: see "PgBouncer" in docs/operations.md.`
  return [
    postgresFinding(version, embedded),
    misencoded === null ? ok('database', `encoded in ${encoding}`) : failure('database', misencoded),
    unsafe.length === 0
      ? ok('database', 'commits are durable')
      : finding(
          production ? 'error' : 'warning',
          'database',
          `${unsafe.join(' and ')} off: committed data may be lost. Turn that on.`,
        ),
    ...(deviating.length === 0 ? [] : [failure('database', poolerText)]),
  ]
}

/** Checks that a PostgreSQL version is supported, and has the security fixes known to this release. */
export function postgresFinding(version: string, embedded: boolean): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [newestMajor = 0, newestMinor = 0] = newestPostgres.split('.').map(Number)
  const text = `PostgreSQL ${version}, ${embedded ? 'bundled' : 'from DATABASE_URL'}`
  if (major < oldestMajor) return failure('database', `${text}: Stillwater needs ${oldestMajor} or newer.`)
  if (major !== newestMajor || minor >= newestMinor) return ok('database', text)
  const remedy = embedded
    ? "For production, set DATABASE_URL to your system's PostgreSQL."
    : 'Update the server.'
  return warning('database', `${text}, lacks the security fixes of ${newestPostgres}. ${remedy}`)
}

/** Says if the pending migrations need a stop; null for each that removes nothing. */
export function pendingFinding(removals: readonly (string | null)[]): Finding {
  const removed = removals.filter((removal) => removal !== null)
  const text = `${removals.length} pending migrations: the next start runs them.`
  if (removed.length === 0) return warning('database', text)
  return warning(
    'database',
    `${text} This release needs a stop, because it removes ${removed.join(', ')}: stop all servers of the older version first.`,
  )
}

async function checkContent(
  settings: Settings,
  { database }: OpenDatabase,
  assetsDir: string,
): Promise<Finding[]> {
  const { query } = database
  const pending = await pendingMigrations(database)
  if (pending.length > 0) {
    return [pendingFinding(pending.map(({ removes }) => removes))]
  }
  const findings = [
    await runCheck('database', async () => {
      await checkIndexes(database)
      return 'has the tables and indexes of this version'
    }),
    await checkRunningServers(settings, await connectedServers(query)),
    await checkWaitingMails(query, Date.now()),
    (await hasAdministrator(query))
      ? ok('members', 'there is an administrator')
      : warning(
          'members',
          'No administrator yet: npm run admin -- grant EMAIL, or use the link that the server printed at its start.',
        ),
    await checkLegalPages(query, assetsDir),
    await checkVideos(query, { assetsDir, publicUrl: settings.publicUrl }),
  ]
  const zoneFinding = checkZone(settings, (await readCommunityDays(query)).zoneAt(Date.now()))
  if (zoneFinding) findings.push(zoneFinding)
  if (settings.production && (await hasSeed(query, 'demo'))) {
    findings.push(
      failure('members', 'This database has demo accounts, which production refuses. Use another database.'),
    )
  }
  return findings
}

/** TIME_ZONE has no effect on a community that has chosen its zone; null without a difference. */
function checkZone({ timeZone }: Settings, zone: string): Finding | null {
  if (timeZone === null || timeZone === zone) return null
  return warning(
    'zone',
    `TIME_ZONE is ${timeZone}, but the community's time zone is ${zone}: the setting names only the first one. Change the zone under Admin, Community, or delete the setting.`,
  )
}

function checkLegalPages(db: Executor, assetsDir: string): Promise<Finding> {
  return runCheck(
    'legal',
    async () => {
      const unfinished = await legalPagesWithPlaceholder(db, assetsDir)
      if (unfinished.length === 0) return 'the privacy page and the terms name who is responsible'
      throw new Error(
        `${unfinished.join(' and ')} still have a placeholder for the operator: fill in "Who is responsible" in Admin › Community.`,
      )
    },
    'warning',
  )
}

/** The videos of today and the next three days. */
function checkVideos(db: Executor, deps: VideoCheckDeps): Promise<Finding> {
  return runCheck(
    'videos',
    async () => {
      const nowMs = Date.now()
      const today = (await readCommunityDays(db)).dayOf(nowMs)
      const { signal } = new AbortController()
      const checks = await checkScheduledVideos(db, deps, { today, signal, nowMs })
      const failing = checks.filter(({ outcome }) => outcome === 'fails').map(({ url }) => url)
      if (failing.length > 0)
        throw new Error(
          `These videos of the coming days don't respond: ${failing.join(', ')}. Correct them in Admin, Templates.`,
        )
      const count = checks.filter(({ outcome }) => outcome === 'responds').length
      return `${count} of ${checks.length} files of the coming days respond (YouTube isn't asked)`
    },
    'warning',
  )
}

/** Mails that were refused wait for their next attempt; given up, they are in the log alone. */
export async function checkWaitingMails(db: Executor, nowMs: number): Promise<Finding> {
  const { count, oldest } = await countRetriedJobs(db, mailKind)
  if (oldest === null) return ok('queue', 'no mail waits for another attempt')
  const minutes = Math.floor((nowMs - timestampToMs(oldest)) / 60_000)
  const text = `${count} mails wait for another attempt, the oldest for ${minutes} minutes: the log says why (part "mail").`
  return finding(minutes < waitingMailMinutesMax ? 'warning' : 'error', 'queue', text)
}

/** Counts servers by their connections; checks the running one at the address that members use. */
async function checkRunningServers(
  { busUrl, publicUrl, production }: Settings,
  servers: readonly string[],
): Promise<Finding> {
  const level = production ? 'error' : 'warning'
  if (servers.length > 1 && busUrl === null) return failure('server', otherServersWarning)
  if (servers.length === 0) return ok('server', 'none is running')
  const running = servers.length === 1 ? 'one is running' : `${servers.length} are running`
  try {
    const { status } = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(responseTimeoutMs) })
    if (status === 200) {
      const days = await certificateDays(publicUrl)
      const expiry = days === null ? '' : `; its certificate is valid for ${days} days`
      const text = `${running}, and responds at ${publicUrl}${expiry}`
      if (days === null || days >= certificateDaysMin) return ok('server', text)
      return finding(level, 'server', `${text}: check the proxy's renewal.`)
    }
    return finding(
      level,
      'server',
      `${running}, but ${publicUrl}/healthz responds with ${status}: check the proxy.`,
    )
  } catch (error) {
    const reason = messageOf(error instanceof Error && error.cause ? error.cause : error)
    return finding(
      level,
      'server',
      `${running}, but ${publicUrl} is unreachable from this machine (${reason}): check DNS, the certificate and the proxy.`,
    )
  }
}

/** How many days the certificate at an https address is still valid; null without one. */
async function certificateDays(url: string): Promise<number | null> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return null
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname })
  socket.setTimeout(responseTimeoutMs, () => socket.destroy())
  try {
    await once(socket, 'secureConnect')
    return Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000)
  } finally {
    socket.destroy()
  }
}

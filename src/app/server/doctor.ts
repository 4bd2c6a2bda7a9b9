// npm run admin -- doctor: checks an installation, with the server running or not.
import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { readBackupMark } from '#server/backup/backup-marks.ts'
import { checkRedis, UnsuitableRedis } from '#server/bus/redis-link.ts'
import { readSettings, type Settings } from '#server/config/config.ts'
import { describeMailError, formatMailError, smtpServerName } from '#server/mail/error.ts'
import { outboxFolder } from '#server/mail/outbox.ts'
import { openMailTransport } from '#server/mail/transport.ts'
import { hourMs } from '#shared/durations.ts'
import { checkDatabase } from './doctor-database.ts'
import { runCheck, failure, finding, messageOf, ok, warning, type Finding } from './doctor-finding.ts'
import { assertTimeZoneData } from './preflight.ts'

const mebibyte = 2 ** 20
const diskFreeMinMiB = { error: 200, warning: 1_024 }

/** Runs all checks; changes nothing. `product` is the printed name and version. */
export async function diagnose(
  environment: Readonly<Record<string, string | undefined>>,
  { assetsDir, product }: { assetsDir: string; product: string },
): Promise<Finding[]> {
  const versions = runCheck('versions', () => {
    assertTimeZoneData()
    return `${product}, Node ${process.versions.node}`
  })
  let settings: Settings
  try {
    settings = readSettings(environment)
  } catch (error) {
    const lines = `${messageOf(error)} Nothing else was checked.`.split('\n')
    return [await versions, ...lines.map((line) => failure('settings', line))]
  }
  const mode = settings.production ? 'production' : 'not production (NODE_ENV)'
  return [
    await versions,
    ok('settings', `${mode}, DATA_DIR ${settings.dataDir}`),
    ...(await checkDatabase(settings, assetsDir)),
    await checkBus(settings),
    checkProxy(settings),
    await checkMail(settings),
    await checkDisk(settings.dataDir),
    ...(await checkBackups(settings, Date.now())),
  ]
}

function checkBus({ busUrl }: Settings): Promise<Finding> {
  return runCheck('bus', async () => {
    if (busUrl === null) return 'none: this is the only server'
    const { host } = new URL(busUrl)
    try {
      await checkRedis(busUrl)
    } catch (error) {
      if (error instanceof UnsuitableRedis) throw new Error(`${host} ${error.message}.`, { cause: error })
      throw new Error(`${host} is unreachable: ${messageOf(error)}. Check BUS_URL and that server.`, {
        cause: error,
      })
    }
    return `${host} responds`
  })
}

function checkProxy({ production, publicUrl, trustedProxies }: Settings): Finding {
  if (trustedProxies.length > 0) return ok('proxy', `${publicUrl}, TRUSTED_PROXIES is set`)
  if (!production) return ok('proxy', `${publicUrl}, without a proxy`)
  return failure(
    'proxy',
    `${publicUrl} needs a proxy for TLS, but TRUSTED_PROXIES isn't set: all members share one address, with its limits and bans. Set it to the proxy's address, such as 127.0.0.1.`,
  )
}

async function checkMail(settings: Settings): Promise<Finding> {
  const { production, smtpUrl, dataDir } = settings
  if (smtpUrl === null) {
    const text = `SMTP_URL isn't set: mails are written to ${outboxFolder(dataDir)}`
    return production ? warning('mail', `${text} and not delivered. Set it.`) : ok('mail', text)
  }
  const transport = await openMailTransport(settings)
  try {
    await transport.verify()
    return ok(
      'mail',
      `${smtpServerName(smtpUrl)} accepts the connection and login; to send a test mail: admin -- test-mail EMAIL`,
    )
  } catch (error) {
    return failure('mail', `${formatMailError(describeMailError(error, { smtpUrl }))}. Check SMTP_URL.`)
  } finally {
    transport.close()
  }
}

async function checkDisk(dataDir: string): Promise<Finding> {
  if (!existsSync(dataDir)) return ok('disk', `${dataDir} doesn't exist yet`)
  try {
    await access(dataDir, constants.R_OK | constants.W_OK)
    const { bavail, bsize } = await statfs(dataDir)
    return diskSpaceFinding(dataDir, Math.floor((bavail * bsize) / mebibyte))
  } catch (error) {
    return failure('disk', `${messageOf(error)}. Make the server's user the owner of ${dataDir}.`)
  }
}

/** Checks the ages of the newest backup and of its copy on another machine, as far as they are known. */
export async function checkBackups(
  { production, dataDir }: Pick<Settings, 'production' | 'dataDir'>,
  nowMs: number,
): Promise<Finding[]> {
  if (!production) return []
  const writtenMs = await readBackupMark(dataDir, 'written')
  if (writtenMs === null)
    return [warning('backup', `No backup was written yet: start the timer or the service 'backup'.`)]
  const hoursSince = (ms: number) => Math.floor((nowMs - ms) / hourMs)
  const written = `the newest is ${hoursSince(writtenMs)} hours old`
  const copiedMs = await readBackupMark(dataDir, 'copied')
  return [
    hoursSince(writtenMs) < 26
      ? ok('backup', written)
      : failure('backup', `${written}: see the log of the backup.`),
    copiedMs === null
      ? warning(
          'backup',
          `Nothing says that backups are copied to another machine: let your copy job run 'touch ${dataDir}/last-backup-copy'.`,
        )
      : hoursSince(copiedMs) < 50
        ? ok('backup', `copied ${hoursSince(copiedMs)} hours ago`)
        : failure('backup', `The last copy on another machine is ${hoursSince(copiedMs)} hours old.`),
  ]
}

/** Checks that a folder has enough free space. */
export function diskSpaceFinding(folder: string, freeMiB: number): Finding {
  const text = `${freeMiB} MiB free at ${folder}`
  if (freeMiB >= diskFreeMinMiB.warning) return ok('disk', text)
  const level = freeMiB < diskFreeMinMiB.error ? 'error' : 'warning'
  return finding(level, 'disk', `${text}: free some space, old backups first.`)
}

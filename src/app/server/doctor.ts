// npm run admin -- doctor: checks an installation, with the server running or not.
import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { pingRedis } from '#server/bus-redis-link.ts'
import { readSettings, type Settings } from '#server/config.ts'
import { legalPagesWithPlaceholder } from '#server/http-legal-pages.ts'
import { describeMailError, formatMailError, smtpServerName } from '#server/mail-error.ts'
import { outboxFolder } from '#server/mail-outbox.ts'
import { openMailTransport } from '#server/mail-transport.ts'
import { assertTimeZoneData } from '#server/preflight.ts'
import { checkDatabase } from './doctor-database.ts'
import { runCheck, fault, finding, messageOf, ok, warning, type Finding } from './doctor-finding.ts'

const mebibyte = 2 ** 20
const diskFreeMinMiB = { fault: 200, warning: 1_024 }

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
    return [await versions, fault('settings', `${messageOf(error)} Nothing else was checked.`)]
  }
  const mode = settings.production ? 'production' : 'not production (NODE_ENV)'
  return [
    await versions,
    ok('settings', `${mode}, DATA_DIR ${settings.dataDir}`),
    ...(await checkDatabase(settings)),
    await checkBus(settings),
    checkProxy(settings),
    await checkMail(settings),
    await checkLegalPages(settings, assetsDir),
    await checkDisk(settings.dataDir),
  ]
}

function checkBus({ busUrl }: Settings): Promise<Finding> {
  return runCheck('bus', async () => {
    if (busUrl === null) return 'none: this is the only server'
    const { host } = new URL(busUrl)
    try {
      await pingRedis(busUrl)
    } catch (error) {
      throw new Error(`${host} does not answer: ${messageOf(error)}. Look at BUS_URL and that server.`, {
        cause: error,
      })
    }
    return `${host} answers`
  })
}

function checkProxy({ production, publicUrl, trustedProxies }: Settings): Finding {
  if (trustedProxies.length > 0) return ok('proxy', `${publicUrl}, TRUSTED_PROXIES is set`)
  if (!production) return ok('proxy', `${publicUrl}, without a proxy`)
  return fault(
    'proxy',
    `${publicUrl} needs a proxy for its certificate, and TRUSTED_PROXIES names none: all members share one address, its limits and its bans. Set it to the proxy's address, such as 127.0.0.1.`,
  )
}

async function checkMail(settings: Settings): Promise<Finding> {
  const { production, smtpUrl, dataDir } = settings
  if (smtpUrl === null) {
    const text = `SMTP_URL is not set: mails go to ${outboxFolder(dataDir)}`
    return production ? warning('mail', `${text}, and reach nobody. Set it.`) : ok('mail', text)
  }
  const transport = await openMailTransport(settings)
  try {
    await transport.verify()
    return ok(
      'mail',
      `${smtpServerName(smtpUrl)} answers and lets us in; to send one: admin -- test-mail EMAIL`,
    )
  } catch (error) {
    return fault('mail', `${formatMailError(describeMailError(error, { smtpUrl }))}. Look at SMTP_URL.`)
  } finally {
    transport.close()
  }
}

function checkLegalPages({ dataDir }: Settings, assetsDir: string): Promise<Finding> {
  return runCheck(
    'texts',
    async () => {
      const unfinished = await legalPagesWithPlaceholder({ assetsDir, dataDir })
      if (unfinished.length === 0) return 'the privacy page and the terms are your own'
      throw new Error(
        `${unfinished.join(' and ')} still ask you to say who you are: put your own text into ${dataDir}/pages.`,
      )
    },
    'warning',
  )
}

async function checkDisk(dataDir: string): Promise<Finding> {
  if (!existsSync(dataDir)) return ok('disk', `${dataDir} is not there yet`)
  try {
    await access(dataDir, constants.R_OK | constants.W_OK)
    const { bavail, bsize } = await statfs(dataDir)
    return diskSpaceFinding(dataDir, Math.floor((bavail * bsize) / mebibyte))
  } catch (error) {
    return fault('disk', `${messageOf(error)}. Give ${dataDir} to the user that runs the server.`)
  }
}

/** Checks that a folder has enough free space. */
export function diskSpaceFinding(folder: string, freeMiB: number): Finding {
  const text = `${freeMiB} MiB are free at ${folder}`
  if (freeMiB >= diskFreeMinMiB.warning) return ok('disk', text)
  const level = freeMiB < diskFreeMinMiB.fault ? 'fault' : 'warning'
  return finding(level, 'disk', `${text}: make room, old backups first.`)
}

// Oversight: what administrators see of moderation, and the mails that tell them of many bans and of waiting cases.
import { enqueueMail } from '#features/auth/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { ScheduledJob } from '#server/jobs/scheduled-jobs.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { bansToTell } from '../rules.ts'
import { claimAlert, countOpenCases, listAdministratorUids, wasModeratorThere } from './sql/oversight.ts'

async function mailAdministrators(
  platform: Pick<Platform, 'mailer'>,
  tx: Executor,
  facts: { about: 'bans' | 'waiting'; count: number },
): Promise<void> {
  for (const uid of await listAdministratorUids(tx))
    await enqueueMail(platform, tx, { type: 'moderation', uid, ...facts })
}

/** Tells the administrators of a garden angel's third ban within an hour; one mail an hour, with a number alone. */
export async function notifyOfBans(
  platform: Pick<Platform, 'mailer'>,
  tx: Executor,
  { bansInHour, now }: { bansInHour: number; now: Date },
): Promise<void> {
  if (bansInHour < bansToTell) return
  const sentBefore = new Date(now.getTime() - hourMs)
  if (await claimAlert(tx, { kind: 'bans', now, sentBefore }))
    await mailAdministrators(platform, tx, { about: 'bans', count: bansInHour })
}

/** How long cases wait without a moderator before the administrators are told (MOD-19). */
const waitingMs = dayMs

/** Tells the administrators once of cases that wait for 24 hours while nobody who may moderate was there. */
export function waitingCasesJob(platform: Pick<Platform, 'database' | 'mailer'>): ScheduledJob {
  return {
    name: 'waiting-cases',
    everyMs: hourMs,
    work: async (now) => {
      await platform.database.transaction(async (tx) => {
        const since = new Date(now.getTime() - waitingMs)
        const { openCases, oldestAt, latestId } = await countOpenCases(tx)
        if (oldestAt === null || latestId === null || new Date(oldestAt) > since) return
        if (await wasModeratorThere(tx, since)) return
        if (await claimAlert(tx, { kind: 'waiting', now, caseId: latestId }))
          await mailAdministrators(platform, tx, { about: 'waiting', count: openCases })
      })
      return false
    },
  }
}

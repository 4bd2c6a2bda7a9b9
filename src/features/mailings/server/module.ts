// The mailings feature for the server: the bulk mail queue with the kinds of all features.
import { createUnsubscribePath, findRecipient } from '#features/notifications/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { withLocale } from '#server/i18n/locale.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { retentionJob } from '#server/jobs/retention-job.ts'
import {
  startBulkMailQueue,
  type BulkMailRequest,
  type ComposedBulkMail,
} from '#server/mail/bulk-mail-queue.ts'
import { renderMail, type MailSite } from '#server/mail/mail-layout.ts'
import { countBulkMails } from '#server/mail/sql.ts'
import { dailyMailRetentionDays } from '#shared/constants.ts'
import { addDays } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { mailingsCalls } from '../contract.ts'
import type { MailingKind } from './kinds.ts'
import { deleteOldDailyMails } from './sql.ts'

interface MailingsOptions {
  jobs: JobQueue
  mailSite: () => MailSite
  kinds: readonly MailingKind[]
}

export function createMailingsModule(
  platform: Platform,
  { jobs, mailSite, kinds }: MailingsOptions,
): FeatureModule {
  const { calendar, community, config, database } = platform

  const compose = async ({
    type,
    facts,
    userId,
    isClaimed,
  }: BulkMailRequest): Promise<ComposedBulkMail | null> => {
    const kind = kinds.find(({ name }) => name === type)
    const recipient = await findRecipient(database.query, userId)
    if (!kind || !recipient) return null
    return withLocale(recipient.language ?? community.settings().language, async () => {
      const composed = await kind.compose(facts, userId, { isClaimed })
      if (!composed) return null
      const { claim, ...content } = composed
      const path = await createUnsubscribePath(platform, { userId, kind: kind.name })
      const site = mailSite()
      const mail = renderMail(site, recipient, {
        ...content,
        footer: { text: t('You chose these mails in your settings.'), label: t('Unsubscribe'), path },
      })
      return { mail: { ...mail, headers: unsubscribeHeaders(config, `${site.publicUrl}${path}`) }, claim }
    })
  }

  const bulkQueue = startBulkMailQueue({ ...platform, jobs, compose })
  return {
    routes: [
      defineRoutes(mailingsCalls, {
        waitingMails: async () => ({
          ...(await countBulkMails(database.query)),
          perSecond: config.bulkMailsPerSecond,
        }),
      }),
    ],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'daily-mails',
        every: 'day',
        erase: (db, _, max) =>
          deleteOldDailyMails(db, addDays(calendar.today(), -dailyMailRetentionDays), max),
      }),
    ],
    close: bulkQueue.close,
  }
}

/** RFC 8058, and an address for mail programs that show no button for https alone. */
function unsubscribeHeaders({ mailFrom }: Platform['config'], url: string): Record<string, string> {
  const mailto = `mailto:${mailFrom.address}?subject=Unsubscribe&body=${encodeURIComponent(url)}`
  return {
    'List-Unsubscribe': `<${url}>, <${mailto}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

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
  type BulkMailDelay,
  type BulkMailRequest,
  type ComposedBulkMail,
} from '#server/mail/bulk-mail-queue.ts'
import { renderMail, type MailContent, type MailRecipient, type MailSite } from '#server/mail/mail-layout.ts'
import { countBulkMails } from '#server/mail/sql.ts'
import type { Mail } from '#server/mail/transport.ts'
import { dailyMailRetentionDays } from '#shared/constants.ts'
import { addDays } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { mailingsCalls } from '../contract.ts'
import type { MailingKind, OutsideMailKind } from './kinds.ts'
import { deleteOldDailyMails } from './sql.ts'

interface MailingsOptions {
  jobs: JobQueue
  mailSite: () => MailSite
  kinds: readonly MailingKind[]
  outsideKinds: readonly OutsideMailKind[]
}

export interface MailingsModule extends FeatureModule {
  /** Sends the batches of a committed transaction now, instead of at the next poll. */
  sendQueued(): void
}

export function createMailingsModule(
  platform: Platform,
  { jobs, mailSite, kinds, outsideKinds }: MailingsOptions,
): MailingsModule {
  const { calendar, community, config, database } = platform

  const render = (
    recipient: MailRecipient,
    content: MailContent,
    footer: NonNullable<MailContent['footer']>,
  ): Mail => {
    const site = mailSite()
    return {
      ...renderMail(site, recipient, { ...content, footer }),
      headers: unsubscribeHeaders(config, `${site.publicUrl}${footer.path}`),
    }
  }

  const composeForMember = async (
    kind: MailingKind,
    { facts, recipientId: userId, isClaimed }: BulkMailRequest,
  ): Promise<ComposedBulkMail | null> => {
    const recipient = await findRecipient(database.query, userId)
    if (!recipient) return null
    return withLocale(recipient.language ?? community.settings().language, async () => {
      const composed = await kind.compose(facts, userId, { isClaimed })
      if (!composed) return null
      const { claim, ...content } = composed
      const path = await createUnsubscribePath(platform, { userId, kind: kind.name })
      const text = t('You chose these emails in your settings.')
      const mail = render(recipient, content, { text, label: t('Unsubscribe'), path })
      return { mail, claim: isClaimed ? undefined : claim }
    })
  }

  const composeForOutside = async (
    kind: OutsideMailKind,
    { facts, recipientId }: BulkMailRequest,
  ): Promise<ComposedBulkMail | BulkMailDelay | null> => {
    const composed = await kind.compose(facts, recipientId)
    if (!composed || 'waitMs' in composed) return composed
    const { recipient, language, content, ...rest } = composed
    const mail = withLocale(language ?? community.settings().language, () => {
      const { footer, ...worded } = content()
      return render(recipient, worded, footer)
    })
    return { mail, ...rest }
  }

  const compose = async (request: BulkMailRequest): Promise<ComposedBulkMail | BulkMailDelay | null> => {
    const kind = kinds.find(({ name }) => name === request.type)
    if (kind) return composeForMember(kind, request)
    const outside = outsideKinds.find(({ name }) => name === request.type)
    return outside ? composeForOutside(outside, request) : null
  }

  const bulkQueue = startBulkMailQueue({ ...platform, jobs, compose })
  return {
    routes: [
      defineRoutes(mailingsCalls, {
        waitingMails: async () => ({
          // Lists of invited people show their own progress, at their own rate.
          ...(await countBulkMails(
            database.query,
            kinds.map(({ name }) => name),
          )),
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
    sendQueued: bulkQueue.sendQueued,
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

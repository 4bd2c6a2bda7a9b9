// The news feature for the server: its calls, its mails, the message to open pages, and its retention.
import type { MailingKind } from '#features/mailings/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import { newsRetentionDays } from '#shared/constants.ts'
import type { LiveServerMessage } from '#shared/live/channel-messages.ts'
import { createNewsMails, startNewsMails } from './mails.ts'
import { createPublishedNews } from './published-news.ts'
import { createNewsRoutes } from './routes.ts'
import { deleteOldNews } from './sql.ts'

export interface NewsModule extends FeatureModule {
  readonly mailing: MailingKind
}

interface NewsDeps {
  jobs: JobQueue
  /** Sends a message to all sockets of this node. */
  broadcast(message: LiveServerMessage): void
}

export async function createNewsModule(
  platform: Platform,
  { jobs, broadcast }: NewsDeps,
): Promise<NewsModule> {
  const published = await createPublishedNews(platform, (change) =>
    broadcast({ type: 'news-changed', ...change }),
  )
  startNewsMails(platform, jobs)
  return {
    mailing: createNewsMails(platform),
    routes: [createNewsRoutes(published)],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'news',
        every: 'day',
        erase: (db, now, max) => deleteOldNews(db, daysBefore(now, newsRetentionDays), max),
      }),
    ],
    close: published.close,
  }
}

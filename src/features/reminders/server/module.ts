// The reminders feature for the server: its jobs, its mails, and their retention.
import type { MailingKind } from '#features/mailings/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import { reminderRetentionDays } from '#shared/constants.ts'
import { createReminderMails } from './mails.ts'
import { createReminderRun, type RemindersDeps } from './reminder-job.ts'
import { createReminderScheduler, remindersKind, remindersPollMs } from './schedule-reminders.ts'
import { deleteOldAnnouncements } from './sql/announced-sittings.ts'
import { deleteOldNotifications } from './sql/sitting-notifications.ts'

export interface RemindersModule extends FeatureModule {
  readonly mailing: MailingKind
}

const concurrency = 4

export function createRemindersModule(
  platform: Platform,
  { jobs, ...deps }: RemindersDeps & { jobs: JobQueue },
): RemindersModule {
  const schedule = createReminderScheduler(platform)
  jobs.start({
    name: remindersKind,
    concurrency,
    pollEveryMs: remindersPollMs,
    beforePoll: async () => {
      await schedule()
      return true
    },
    run: createReminderRun({ ...platform, ...deps }),
  })
  return {
    mailing: createReminderMails(platform),
    routes: [],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'reminders',
        every: 'day',
        erase: async (db, now, max) => {
          const before = daysBefore(now, reminderRetentionDays)
          await deleteOldAnnouncements(db, before)
          return deleteOldNotifications(db, before, max)
        },
      }),
    ],
  }
}

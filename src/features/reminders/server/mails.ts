// The mails of notifications, composed just before they leave: they say what is true then, or aren't sent.
import { claimDailyMail, type MailingContent, type MailingKind } from '#features/mailings/server/service.ts'
import { isChosen } from '#features/notifications/rules.ts'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { insertJobs } from '#server/jobs/sql.ts'
import { addDays, dayInZone } from '#shared/day.ts'
import { skyBeforeBell, type SkyMoment } from '#shared/scene/sky-picture.ts'
import { isBellAhead, type ChangeKind, type Presence } from '../next-notification.ts'
import { changeMail, dayBeforeMail } from '../notification-texts.ts'
import { findNotifiedSitting, hourOf, toAnnouncement, type NotifiedSitting } from './announced-sittings.ts'
import { nextStepOf } from './member-step.ts'
import { reminderJobAt } from './schedule-reminders.ts'
import { listReminderMembers, type ReminderMember } from './sql/reminder-members.ts'
import { deleteWaitingMail, saveSentMails } from './sql/sitting-notifications.ts'

/** The type of the batches, and the kind of their unsubscribe links. */
export const remindersMailType = 'reminders'

/** A mail about a sitting. Its words are decided when it leaves. */
export interface ReminderMailInput {
  sittingId: number
}

/** Presence was judged when the mail was queued. */
const elsewhere: Presence = { isHere: false, sitsUntil: null }

type MailDeps = Pick<Platform, 'calendar' | 'clock' | 'database' | 'roomClock'>

export function createReminderMails(deps: MailDeps): MailingKind {
  const { database } = deps

  const compose = async (
    sittingId: number,
    userId: number,
    isClaimed: boolean,
  ): Promise<MailingContent | null> => {
    const sitting = await findNotifiedSitting(deps, sittingId)
    const [member] = await listReminderMembers(database.query, sittingId, { userId })
    if (!sitting || !member) return null
    const { step, zone, last, repeated } = nextStepOf(
      deps,
      { sitting, member, presence: elsewhere },
      { channel: 'mail', isClaimed },
    )
    if (step === null) return null
    if ('waitUntilMs' in step) {
      await insertJobs(database.query, [reminderJobAt(deps, sitting, step.waitUntilMs)])
      return null
    }
    if (isClaimed && !repeated) return null
    const sending = { sitting, member, zone, bell: step.bell }
    switch (step.kind) {
      case 'day-before':
        return composeDayBefore(deps, { ...sending, dayBefore: step.dayBefore })
      case 'ten-minutes':
        throw new Error('This reminder isn’t mailed.')
      default:
        return composeChange(deps, {
          ...sending,
          kind: step.kind,
          isOtherZone: last !== null && last.zone !== zone,
        })
    }
  }

  return {
    name: remindersMailType,
    compose: async (stored, userId, { isClaimed }) => {
      const { sittingId } = stored as ReminderMailInput
      const content = await compose(sittingId, userId, isClaimed)
      if (content === null) await deleteWaitingMail(database.query, sittingId, userId)
      return content
    },
  }
}

interface Sending {
  sitting: NotifiedSitting
  member: ReminderMember
  zone: string
  bell: number
}

function composeChange(
  deps: MailDeps,
  {
    sitting: { sittingId, title, titles, cancelNote },
    member: { userId },
    kind,
    bell,
    zone,
    isOtherZone,
  }: Sending & { kind: ChangeKind; isOtherZone: boolean },
): MailingContent {
  const { clock, roomClock } = deps
  const words = kind === 'cancelled' ? cancelNote : null
  const mail = changeMail(
    { kind, bell, zone, isOtherZone, title, titles },
    { words, nowMs: roomClock.now(), sky: skyOfBell(deps, bell) },
  )
  const sent = { sittingId, userId, kind, bell, dayBefore: null, zone }
  return {
    ...mail,
    claim: async (tx) => (await saveSentMails(tx, [sent], new Date(clock.now()))).length > 0,
  }
}

/** Names all chosen sittings of the member's next day: they have one mail a day (REM-06). */
async function composeDayBefore(
  deps: MailDeps,
  { sitting, member, zone, bell, dayBefore }: Sending & { dayBefore: string | null },
): Promise<MailingContent | null> {
  const { clock } = deps
  const { userId } = member
  const sittings = await listChosenOf(deps, member, { day: dayInZone(bell, zone), zone })
  if (sittings.length === 0) return null
  const sent = sittings.map(({ sittingId, bell: each }) => ({
    sittingId,
    userId,
    kind: 'day-before' as const,
    bell: each,
    dayBefore,
    zone,
  }))
  const claim = async (tx: Executor): Promise<boolean> => {
    const now = new Date(clock.now())
    const isFirst = await claimDailyMail(tx, { userId, day: dayInZone(now.getTime(), zone) })
    if (isFirst) return (await saveSentMails(tx, sent, now)).includes(sitting.sittingId)
    await deleteWaitingMail(tx, sitting.sittingId, userId)
    return false
  }
  const [first] = sittings
  const sky = skyOfBell(deps, first?.bell ?? bell)
  return { ...dayBeforeMail(sittings, { zone, sky }), claim }
}

/** The sky just before a bell by the community's clock, as in the room. */
function skyOfBell({ calendar }: MailDeps, bell: number): SkyMoment {
  const zone = calendar.days().zoneAt(bell)
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(bell).toZonedDateTimeISO(zone)
  return skyBeforeBell(hour * 60 + minute)
}

/** The sittings ahead on a day of the member's zone that they chose to be reminded of. */
async function listChosenOf(
  { calendar, database, roomClock }: MailDeps,
  member: ReminderMember,
  { day, zone }: { day: string; zone: string },
) {
  // A room's day and a member's date differ by one at most.
  const stored = await storedSittingsBetween(database.query, { from: addDays(day, -2), to: addDays(day, 2) })
  const nowMs = roomClock.now()
  return stored
    .filter(({ sitting }) => !sitting.cancelled && isBellAhead(sitting.startsAt, nowMs))
    .filter(({ sitting }) => dayInZone(sitting.startsAt, zone) === day)
    .filter((each) => isChosen(member, hourOf(calendar.days(), toAnnouncement(calendar, each))))
    .map(({ sitting, title, titles }) => ({ sittingId: sitting.id, title, titles, bell: sitting.startsAt }))
    .toSorted((one, other) => one.bell - other.bell)
}

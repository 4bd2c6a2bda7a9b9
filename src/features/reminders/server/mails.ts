// The mails of reminders, composed just before they leave: what no longer holds isn't sent.
import { claimDailyMail, type MailingContent, type MailingKind } from '#features/mailings/server/service.ts'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Platform } from '#server/context.ts'
import { addDays, dayInZone } from '#shared/day.ts'
import { changeMail, dayBeforeMail, type AnnouncedChange } from '../notices.ts'
import { hourOfBell, isBellAhead, isChosen, plannedHour } from '../rules.ts'
import { findAnnouncedSitting } from './sql.ts'
import { findReminderChoices, switchOffReminderMails } from './sql/choices.ts'
import { text } from '#shared/t.ts'

/** The type of the batches, and the kind of their unsubscribe links. */
export const remindersMailType = 'reminders'

export type ReminderMailFacts =
  | { about: 'day-before'; bell: number }
  | { about: 'change'; sittingId: number; change: AnnouncedChange; version: number }

export function createReminderMails({
  calendar,
  clock,
  database,
  roomClock,
}: Pick<Platform, 'calendar' | 'clock' | 'database' | 'roomClock'>): MailingKind {
  const zoneOf = (zone: string | null) => zone ?? calendar.days().zoneAt(roomClock.now())

  /** All chosen sittings of the member's day of a bell. */
  const composeDayBefore = async (bell: number, userId: number): Promise<MailingContent | null> => {
    const choices = await findReminderChoices(database.query, userId)
    if (choices.dayBefore !== 'mail') return null
    const zone = zoneOf(choices.zone)
    const day = dayInZone(bell, zone)
    // A room's day and a member's date differ by one at most.
    const stored = await storedSittingsBetween(database.query, {
      from: addDays(day, -2),
      to: addDays(day, 2),
    })
    const days = calendar.days()
    const nowMs = roomClock.now()
    const sittings = stored
      .filter(({ sitting }) => !sitting.cancelled && isBellAhead(sitting.startsAt, nowMs))
      .filter(({ sitting }) => dayInZone(sitting.startsAt, zone) === day)
      .filter(({ sitting, planned }) =>
        isChosen(choices, planned ? plannedHour(planned) : hourOfBell(days, sitting.startsAt)),
      )
      .map(({ sitting, title, titles }) => ({ title, titles, bell: sitting.startsAt }))
      .toSorted((one, other) => one.bell - other.bell)
    if (sittings.length === 0) return null
    return {
      ...dayBeforeMail(sittings, zone),
      claim: (tx) => claimDailyMail(tx, { userId, day: dayInZone(clock.now(), zone) }),
    }
  }

  const composeChange = async (
    { sittingId, change, version }: Extract<ReminderMailFacts, { about: 'change' }>,
    userId: number,
  ) => {
    const choices = await findReminderChoices(database.query, userId)
    const sitting = await findAnnouncedSitting(database.query, sittingId)
    const isWanted = choices.dayBefore === 'mail' || choices.changes.includes('mail')
    // A newer change has another mail.
    if (!isWanted || sitting?.version !== version || !isBellAhead(sitting.bell, roomClock.now())) return null
    return changeMail(sitting, change, zoneOf(choices.zone))
  }

  return {
    name: remindersMailType,
    unsubscribing: {
      question: text('Stop reminders by mail?'),
      effect: text('You won’t get reminders at this address any more. Nothing else changes.'),
      done: text(
        'You won’t get reminders by mail any more. If you change your mind, turn them on in <settings>your settings</settings>.',
      ),
    },
    compose: (stored, userId) => {
      const facts = stored as ReminderMailFacts
      return facts.about === 'change' ? composeChange(facts, userId) : composeDayBefore(facts.bell, userId)
    },
    switchOff: switchOffReminderMails,
  }
}

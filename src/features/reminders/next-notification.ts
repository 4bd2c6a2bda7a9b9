// The next notification of a member about a sitting: what they should know now, given what they were last notified of.
// Claims, retries, pushes and mails all decide by this function. Pure; zones and the clock are arguments (0089).
import type { NotificationChannel } from '#features/notifications/contract.ts'
import { addDays, dayInZone, type CommunityDays } from '#shared/day.ts'
import { minuteMs, hourMs } from '#shared/durations.ts'

export type ReminderKind = 'day-before' | 'ten-minutes'
/** `started`: the bell rang earlier than the member knew. */
export type ChangeKind = 'moved' | 'cancelled' | 'restored' | 'started'
export type NotificationKind = ReminderKind | ChangeKind

/** A notification that was sent, or that the member needed no longer, as they were in the room. */
export interface SentNotification {
  channel: NotificationChannel
  /** `announced`: sent to no one. How the sitting stood for a member who chose changes, before its first change. */
  kind: NotificationKind | 'announced'
  /** The bell that it named, in epoch milliseconds. */
  bell: number
  /** Of a reminder on the day before: its date by the member's clock. */
  dayBefore: string | null
  sentAt: number
}

/** A sitting as it is now. */
export interface BellState {
  bell: number
  /** Neither canceled nor deleted. */
  isOn: boolean
  /** Since when its bell and `isOn` are as they are. */
  since: number
}

/** The choices of a member for one channel, and when they made them; null for those that they didn't make. */
export interface Wishes {
  /** Whether anything is sent to them by this channel. */
  isAny: boolean
  /** Whether they chose changes; those of a sitting that they were notified of come anyway (REM-12). */
  changes: boolean
  tenMinutesChosenAt: number | null
  dayBeforeChosenAt: number | null
  /** Whether they want to be reminded of sittings of this hour; changes don't ask for it. */
  isHourChosen: boolean
}

/** Where a member is now, which silences pushes (REM-03). */
export interface Presence {
  /** In the room: they see what they would be notified of. */
  isHere: boolean
  /** Until when they sit in another sitting; null otherwise. */
  sitsUntil: number | null
}

export interface Situation {
  nowMs: number
  days: CommunityDays
  /** The member's zone. */
  zone: string
  presence: Presence
}

export interface Notification {
  kind: NotificationKind
  bell: number
  dayBefore: string | null
  /** From then on it is of no use. */
  untilMs: number
  /** Nothing is sent, as the member is in the room; it counts as known. */
  isSilent: boolean
}

/** The step for a member now: notify them, look again later, or nothing. */
export type NextStep = Notification | { waitUntilMs: number } | null

type Pending = Omit<Notification, 'isSilent'>

/** Changes of sittings further ahead than this aren't announced: that of the day before is the first reminder. */
export const announcedAheadMs = 36 * hourMs

/** Whether a bell hasn't rung yet. */
export function isBellAhead(bell: number, nowMs: number): boolean {
  return bell > nowMs
}

/** A notification of ten minutes leaves from here on, at the latest at the bell (REM-05). */
const tenMinutesFromMs = 12 * minuteMs
/** A bell that rang earlier than members knew is named for so long. */
const startedForMs = 10 * minuteMs

const dayBeforeFrom = '18:00'
/** The night begins, and the reminder of the day before is too late (REM-14). */
const nightFrom = '22:00'
const nightUntil = '07:00'
const nightAheadMs = hourMs

/** A change that was sent less than this before the bell replaces the reminder. */
const replacedWithinMs = { 'ten-minutes': 15 * minuteMs, 'day-before': 24 * hourMs } as const

const isSameBell = (one: number, other: number): boolean => Math.abs(one - other) < minuteMs

const changeKinds: ReadonlySet<string> = new Set<ChangeKind>(['moved', 'cancelled', 'restored', 'started'])

function isChange(kind: SentNotification['kind']): kind is ChangeKind {
  return changeKinds.has(kind)
}

/** A member and a channel. */
export interface Recipient {
  channel: NotificationChannel
  wishes: Wishes
  /** All notifications about this sitting, by both channels, the oldest first. */
  sent: readonly SentNotification[]
}

export function nextNotification(sitting: BellState, recipient: Recipient, situation: Situation): NextStep {
  const { channel, wishes, sent } = recipient
  if (!wishes.isAny) return null
  const last = sent.findLast((each) => each.channel === channel) ?? null
  const isChangeWanted = wishes.changes || last?.kind !== 'announced'
  const change = isChangeWanted ? changeOf(sitting, last, situation.nowMs) : null
  const next = change ?? (sitting.isOn ? reminderOf(sitting, recipient, situation) : null)
  if (next === null) return null
  const { isHere, sitsUntil } = situation.presence
  const isSilent = isHere && (channel === 'push' || !isChange(next.kind))
  const waitUntilMs = isSilent ? null : waitOf(next, last, situation)
  if (waitUntilMs !== null) return { waitUntilMs }
  if (channel === 'push' && sitsUntil !== null && !isSilent) return { waitUntilMs: sitsUntil }
  return { ...next, isSilent }
}

/** The change since the last notification, as it is now; null if nothing has changed, or it is too late. */
function changeOf(sitting: BellState, last: SentNotification | null, nowMs: number): Pending | null {
  if (last === null) return null
  const { bell, isOn } = sitting
  const wasOn = last.kind !== 'cancelled'
  if (!isOn)
    return wasOn && last.bell > nowMs
      ? { kind: 'cancelled', bell: last.bell, dayBefore: null, untilMs: last.bell }
      : null
  if (wasOn && isSameBell(bell, last.bell)) return null
  if (bell > nowMs) return { kind: wasOn ? 'moved' : 'restored', bell, dayBefore: null, untilMs: bell }
  const isEarlier = !wasOn || bell < last.bell
  return isEarlier && nowMs < bell + startedForMs
    ? { kind: 'started', bell, dayBefore: null, untilMs: bell + startedForMs }
    : null
}

/** The reminder whose moment has come; null without one, or if a change has replaced it. */
function reminderOf(
  { bell, since }: BellState,
  { channel, wishes, sent }: Recipient,
  { nowMs, days, zone }: Situation,
): Pending | null {
  const { tenMinutesChosenAt, dayBeforeChosenAt, isHourChosen } = wishes
  if (!isHourChosen) return null
  const ofBell = sent.filter((each) => isSameBell(each.bell, bell))
  const isReplaced = (kind: ReminderKind): boolean =>
    ofBell.some((each) => isChange(each.kind) && each.sentAt >= bell - replacedWithinMs[kind])
  // A choice counts that was made before the bell moved: the bell came closer, not the choice (REM-02).
  const isChosenSince = (chosenAt: number | null, fromMs: number): boolean =>
    chosenAt !== null && chosenAt <= Math.max(fromMs, since)

  const tenMinutesFrom = bell - tenMinutesFromMs
  if (channel === 'push' && nowMs >= tenMinutesFrom && nowMs < bell)
    return isChosenSince(tenMinutesChosenAt, tenMinutesFrom) &&
      !ofBell.some(({ kind }) => kind === 'ten-minutes') &&
      !isReplaced('ten-minutes')
      ? { kind: 'ten-minutes', bell, dayBefore: null, untilMs: bell }
      : null

  const dayBefore = dayBeforeOf(days, bell, zone)
  if (nowMs < dayBefore.fromMs || nowMs >= dayBefore.untilMs) return null
  return isChosenSince(dayBeforeChosenAt, dayBefore.fromMs) &&
    !sent.some((each) => each.kind === 'day-before' && each.dayBefore === dayBefore.day) &&
    !isReplaced('day-before')
    ? {
        kind: 'day-before',
        bell,
        dayBefore: dayBefore.day,
        // Afterwards its 'tomorrow' is today.
        untilMs: days.wallTimeMs(addDays(dayBefore.day, 1), '00:00', zone),
      }
    : null
}

/** When reminders of a bell leave for members of these zones; without those days before that have passed. */
export function reminderTimes(
  days: CommunityDays,
  bell: number,
  { zones, nowMs }: { zones: readonly string[]; nowMs: number },
): number[] {
  const daysBefore = zones
    .map((zone) => dayBeforeOf(days, bell, zone))
    .filter(({ untilMs }) => nowMs < untilMs)
    .map(({ fromMs }) => fromMs)
  return [...new Set([bell - tenMinutesFromMs, ...daysBefore])]
}

/** The day before a bell by the clock of a zone: its date, and when its reminder leaves (REM-02). */
function dayBeforeOf(
  days: CommunityDays,
  bell: number,
  zone: string,
): { day: string; fromMs: number; untilMs: number } {
  const day = addDays(dayInZone(bell, zone), -1)
  return {
    day,
    fromMs: days.wallTimeMs(day, dayBeforeFrom, zone),
    untilMs: days.wallTimeMs(day, nightFrom, zone),
  }
}

/** Until when a notification waits for the morning, or for the hour before its bell; null if it may leave (REM-14). */
function waitOf(
  { kind, bell }: Pending,
  last: SentNotification | null,
  { nowMs, days, zone }: Situation,
): number | null {
  const morningMs = morningAfter(days, nowMs, zone)
  if (morningMs === null || kind === 'ten-minutes') return null
  const bells = last && isChange(kind) ? [bell, last.bell] : [bell]
  const isSoon = bells.some((each) => each > nowMs - startedForMs && each <= nowMs + nightAheadMs)
  if (isSoon) return null
  return Math.min(morningMs, ...bells.map((each) => each - nightAheadMs).filter((atMs) => atMs > nowMs))
}

/** When the night of a moment ends; null by day. */
function morningAfter(days: CommunityDays, nowMs: number, zone: string): number | null {
  const day = dayInZone(nowMs, zone)
  const morningMs = days.wallTimeMs(day, nightUntil, zone)
  if (nowMs < morningMs) return morningMs
  return nowMs >= days.wallTimeMs(day, nightFrom, zone)
    ? days.wallTimeMs(addDays(day, 1), nightUntil, zone)
    : null
}

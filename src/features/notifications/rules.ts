// Rules of a member's choices: which sittings they chose, and what a press in the settings changes.
import { scheduledStartMs, type ScheduledStart } from '#features/sittings/scheduled-start.ts'
import type { CommunityDays } from '#shared/day.ts'
import {
  notificationChannels,
  type ChosenTime,
  type NotificationChannel,
  type NotificationChoices,
  type PlannedStart,
} from './contract.ts'

/** The days ahead whose planned starts a member can choose from, today included. */
export const plannedDays = 14

/** The choices of a member until they make some. */
export const noNotificationChoices: NotificationChoices = {
  tenMinutes: null,
  dayBefore: null,
  changes: [],
  weekdays: null,
  times: null,
  zone: null,
  news: false,
}

/** When a sitting is planned, by the clock of its schedule; members choose by it. */
export interface PlannedHour {
  /** 0 is Sunday. */
  weekday: number
  /** HH:MM */
  time: string
  /** An IANA name; null is the community's clock, whichever it is. */
  zone: string | null
}

/** Whether a member wants to hear of sittings of this hour. */
export function isChosen(
  { weekdays, times }: Pick<NotificationChoices, 'weekdays' | 'times'>,
  hour: PlannedHour,
): boolean {
  return (
    (weekdays === null || weekdays.includes(hour.weekday)) &&
    (times === null || times.some((chosen) => isSameTime(chosen, hour)))
  )
}

/** Whether two times are the same one of the same clock. */
export function isSameTime(one: ChosenTime, other: ChosenTime): boolean {
  return one.time === other.time && one.zone === other.zone
}

/** The planned times from a moment on, each with its starts in order; the one that starts next is first. */
export function plannedStarts(
  days: CommunityDays,
  planned: readonly ScheduledStart[],
  fromMs: number,
): PlannedStart[] {
  const starts = new Map<string, PlannedStart>()
  const ahead = planned
    .map((start) => ({ ...start, atMs: scheduledStartMs(days, start) }))
    .filter(({ atMs }) => atMs >= fromMs)
    .toSorted((one, other) => one.atMs - other.atMs)
  for (const { scheduledTime: time, timeZone: zone, atMs } of ahead) {
    const key = `${time} ${zone}`
    const start = starts.get(key) ?? { time, zone, startsAt: [] }
    starts.set(key, { ...start, startsAt: [...start.startsAt, atMs] })
  }
  return [...starts.values()]
}

/** Whether a member has chosen anything that is sent. */
export function isAnythingChosen({ tenMinutes, dayBefore, changes, news }: NotificationChoices): boolean {
  return tenMinutes !== null || dayBefore !== null || changes.length > 0 || news
}

/** The fields that one press in the settings changes; of the ways to learn of changes, those that it names. */
export type ChoicesPress = Partial<Omit<NotificationChoices, 'changes'>> & {
  changes?: Partial<Record<NotificationChannel, boolean>>
}

/** The choices after a press. */
export function choicesAfter(
  choices: NotificationChoices,
  { changes = {}, ...press }: ChoicesPress,
): NotificationChoices {
  const isOn = (channel: NotificationChannel) => changes[channel] ?? choices.changes.includes(channel)
  return { ...choices, ...press, changes: notificationChannels.filter(isOn) }
}

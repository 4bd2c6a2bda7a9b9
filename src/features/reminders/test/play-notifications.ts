// Plays what happens to one sitting and one member, and returns the notifications that the member gets: for tests.
import { notificationChannels, type NotificationChannel } from '#features/notifications/contract.ts'
import { addDays } from '#shared/day.ts'
import { hourMs } from '#shared/durations.ts'
import { testDays as days, testZone as zone } from '#test/community-days.ts'
import {
  nextNotification,
  reminderTimes,
  type Presence,
  type SentNotification,
  type BellState,
  type Wishes,
} from '../next-notification.ts'
import { pushText } from '../notification-texts.ts'

const pollMs = 15_000
/** A Thursday; the sitting is on Friday at 20:00. */
const thursday = '2026-11-26'
export const at = (day: 'wed' | 'thu' | 'fri' | 'sat' | 'sun' | 'mon', time: string): number =>
  days.wallTimeMs(addDays(thursday, ['wed', 'thu', 'fri', 'sat', 'sun', 'mon'].indexOf(day) - 1), time)

export interface Choices {
  tenMinutes?: boolean
  dayBefore?: NotificationChannel
  changes?: readonly NotificationChannel[]
}

/** An event of the sitting, or of the member. */
export type Event =
  | { at: number; bell: number }
  | { at: number; isOn: boolean }
  | { at: number; choices: Choices }
  | { at: number; presence: Presence }

export interface Received {
  at: number
  channel: NotificationChannel
  kind: SentNotification['kind']
  bell: number
}

export const elsewhere: Presence = { isHere: false, sitsUntil: null }

/** How the sitting stood at a look, and the last notification of each channel. */
interface PlayedState {
  at: number
  sitting: BellState
  lastOf: Map<NotificationChannel, SentNotification>
}

function wishesOf(
  { tenMinutes = false, dayBefore, changes = [] }: Choices,
  chosenAt: Record<keyof Choices, number>,
  channel: NotificationChannel,
): Wishes {
  const isTenMinutes = tenMinutes && channel === 'push'
  return {
    isAny: isTenMinutes || dayBefore === channel || changes.includes(channel),
    changes: changes.includes(channel),
    tenMinutesChosenAt: isTenMinutes ? chosenAt.tenMinutes : null,
    dayBeforeChosenAt: dayBefore === channel ? chosenAt.dayBefore : null,
    isHourChosen: true,
  }
}

/**
 * Plays events as the server does. It sees a change at its next poll, and looks at the sitting then. It also looks at the
 * moments of the reminders, and when a step waits.
 */
export function play(events: readonly Event[], { from, until }: { from: number; until: number }) {
  let sitting: BellState = { bell: at('fri', '20:00'), isOn: true, since: from }
  let announced = sitting
  let presence = elsewhere
  let choices: Choices = {}
  const chosenAt = { tenMinutes: from, dayBefore: from, changes: from }
  const sent: SentNotification[] = []
  const [received, states]: [Received[], PlayedState[]] = [[], []]
  const looks = new Set<number>([from])

  const scheduleSteps = (nowMs: number) => {
    for (const atMs of reminderTimes(days, sitting.bell, { zones: [zone], nowMs }))
      if (atMs > nowMs) looks.add(atMs)
  }
  const presenceAt = (nowMs: number): Presence =>
    presence.sitsUntil !== null && presence.sitsUntil <= nowMs ? elsewhere : presence
  const look = (nowMs: number) => {
    for (const channel of notificationChannels) {
      // Once more than there can be to say: what is said isn't said again.
      for (let times = 0; times < 2; times += 1) {
        const step = nextNotification(
          sitting,
          { channel, wishes: wishesOf(choices, chosenAt, channel), sent },
          { nowMs, days, zone, presence: presenceAt(nowMs) },
        )
        if (step === null) continue
        if ('waitUntilMs' in step) {
          if (step.waitUntilMs <= nowMs) throw new Error('It waits for a moment that has passed.')
          looks.add(step.waitUntilMs)
          continue
        }
        const { kind, bell, dayBefore, isSilent } = step
        sent.push({ channel, kind, bell, dayBefore, sentAt: nowMs })
        if (!isSilent) received.push({ at: nowMs, channel, kind, bell })
      }
    }
    const lastOf = new Map(sent.map((each) => [each.channel, each]))
    states.push({ at: nowMs, sitting, lastOf })
  }
  /** Before the first change, members who chose changes are recorded with what stood. */
  const recordChange = (nowMs: number) => {
    if (announced.bell === sitting.bell && announced.isOn === sitting.isOn) return
    const isNear = Math.min(announced.bell, sitting.bell) <= nowMs + 36 * hourMs
    for (const channel of choices.changes ?? [])
      if (isNear && !sent.some((each) => each.channel === channel) && chosenAt.changes <= sitting.since)
        sent.push({
          channel,
          kind: announced.isOn ? 'announced' : 'cancelled',
          bell: announced.bell,
          dayBefore: null,
          sentAt: nowMs,
        })
    announced = sitting
    scheduleSteps(nowMs)
  }

  scheduleSteps(from)
  const waiting = events.toSorted((one, other) => one.at - other.at)
  const apply = (event: Event) => {
    if ('bell' in event) sitting = { ...sitting, bell: event.bell, since: event.at }
    if ('isOn' in event) sitting = { ...sitting, isOn: event.isOn, since: event.at }
    if ('presence' in event) presence = event.presence
    if ('choices' in event) {
      for (const kind of ['tenMinutes', 'dayBefore', 'changes'] as const)
        if (choices[kind] === undefined && event.choices[kind] !== undefined) chosenAt[kind] = event.at
      choices = event.choices
    }
    looks.add(Math.ceil((event.at + 1) / pollMs) * pollMs)
  }
  for (const event of waiting.filter((each) => each.at <= from)) apply(event)
  announced = sitting
  for (const event of waiting.filter((each) => each.at > from)) looks.add(event.at)
  for (;;) {
    const nowMs = Math.min(...looks)
    if (nowMs > until) break
    looks.delete(nowMs)
    const now = waiting.filter((event) => event.at > from && event.at === nowMs)
    for (const event of now) apply(event)
    if (now.length > 0) continue
    recordChange(nowMs)
    look(nowMs)
  }
  return { received, states }
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: zone })
export const lines = (received: readonly Received[]) =>
  received.map(({ at: sentAt, channel, kind, bell }) => {
    if (kind === 'announced') throw new Error('It is sent to no one.')
    const facts = { kind, bell, zone, isOtherZone: false, title: 'Sit', titles: {} }
    const { body } = pushText(facts, sentAt)
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(sentAt)
    return `${weekday.format(sentAt)} ${clock} ${channel}: ${body}`
  })

export const everything: Choices = { tenMinutes: true, dayBefore: 'push', changes: ['push'] }
export const friday = at('fri', '20:00')
export const here: Presence = { isHere: true, sitsUntil: null }

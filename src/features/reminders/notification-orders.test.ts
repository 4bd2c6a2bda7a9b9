// Notifications in every order of events: four promises, written otherwise than the rules.
import { describe, expect, test } from 'vitest'
import { notificationChannels } from '#features/notifications/contract.ts'
import { dayInZone } from '#shared/day.ts'
import { minuteMs, hourMs } from '#shared/durations.ts'
import { testZone as zone } from '#test/community-days.ts'
import { createSeededRandom } from '#test/seeded-random.ts'
import {
  at,
  elsewhere,
  everything,
  friday,
  here,
  lines,
  play,
  type Choices,
  type Event,
} from './test/play-notifications.ts'

/** Events in a random order, at moments close to those that matter. */
function randomEvents(random: () => number): Event[] {
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  const bells = [
    at('fri', '06:30'),
    friday,
    at('fri', '20:20'),
    at('fri', '23:40'),
    at('sat', '00:10'),
    at('sat', '20:00'),
    at('sun', '20:00'),
  ]
  const anchors = [...bells, at('thu', '18:00'), at('thu', '22:00'), at('fri', '07:00'), at('fri', '18:00')]
  const offsets = [-hourMs, -20 * minuteMs, -12 * minuteMs, -9 * minuteMs, -30_000, 5_000, 4 * hourMs]
  const choices: Choices[] = [
    everything,
    { tenMinutes: true, dayBefore: 'mail' },
    { changes: ['push', 'mail'] },
    { dayBefore: 'push' },
  ]
  return Array.from({ length: 1 + Math.floor(random() * 6) }, (): Event => {
    const moment = pick(anchors) + pick(offsets) + Math.floor(random() * 20_000)
    const kind = random()
    if (kind < 0.4) return { at: moment, bell: pick([...bells, moment + 10_000, moment + 8 * minuteMs]) }
    if (kind < 0.7) return { at: moment, isOn: random() < 0.5 }
    if (kind < 0.85)
      return { at: moment, presence: pick([here, elsewhere, { isHere: false, sitsUntil: moment + hourMs }]) }
    return { at: moment, choices: pick(choices) }
  })
}

const localHour = (atMs: number) => Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).hour

/** The faults of the notifications that a member received, written otherwise than the rules. */
function faultsOf({ received, states }: ReturnType<typeof play>): string[] {
  const faults: string[] = []
  const stateAt = new Map(states.map((state) => [state.at, state.sitting]))
  for (const channel of notificationChannels) {
    const own = received.filter((each) => each.channel === channel)
    for (const [index, { at: sentAt, kind, bell }] of own.entries()) {
      const sitting = stateAt.get(sentAt)
      const [line] = lines(own.slice(index, index + 1))
      if (kind === 'cancelled' ? sitting?.isOn : !sitting?.isOn || Math.abs(sitting.bell - bell) >= minuteMs)
        faults.push(`doesn’t stand: ${line}`)
      if (kind !== 'started' && bell <= sentAt) faults.push(`after the bell: ${line}`)
      if (kind === 'started' && (bell > sentAt || sentAt - bell > 10 * minuteMs))
        faults.push(`not started within ten minutes: ${line}`)
      const before = own[index - 1]
      if (before?.kind === kind && before.bell === bell) faults.push(`twice: ${line}`)
      const isNight = localHour(sentAt) >= 22 || localHour(sentAt) < 7
      // A bell that was to ring soon counts, too: its members learn in time that it won't.
      const bells = states.filter((state) => state.at <= sentAt).map((state) => state.sitting.bell)
      const isSoon = [bell, before?.bell ?? bell, friday, ...bells].some(
        (each) => each > sentAt - 10 * minuteMs && each <= sentAt + hourMs,
      )
      if (isNight && kind !== 'ten-minutes' && !isSoon) faults.push(`in the night: ${line}`)
    }
    for (const kind of ['ten-minutes', 'day-before'] as const) {
      const moments = own
        .filter((each) => each.kind === kind)
        .map(({ bell }) => (kind === 'ten-minutes' ? bell : dayInZone(bell, zone)))
      if (new Set(moments).size < moments.length) faults.push(`${kind} twice: ${moments.join(', ')}`)
    }
  }
  return faults
}

/** By day, a member who was notified of a bell ahead knows about it. */
function silencesOf({ states }: ReturnType<typeof play>, isReachable: (atMs: number) => boolean): string[] {
  return states.flatMap(({ at: lookedAt, sitting, lastOf }) => {
    if (localHour(lookedAt) >= 22 || localHour(lookedAt) < 7 || !isReachable(lookedAt)) return []
    return [...lastOf.values()]
      .filter(({ bell, kind, channel }) => {
        const isKnownOn = kind !== 'cancelled'
        if (!sitting.isOn) return isKnownOn && bell > lookedAt && channel === 'push'
        if (sitting.bell <= lookedAt) return false
        return channel === 'push' && (!isKnownOn || Math.abs(bell - sitting.bell) >= minuteMs)
      })
      .map(({ kind, bell }) => `silent at ${lookedAt}: ${kind} ${bell}, now ${JSON.stringify(sitting)}`)
  })
}

// Five thousand orders take half of a minute on a busy machine.
describe('every order of events', () => {
  const orders = process.env['TEST_FULL'] === undefined ? 160 : 5_000
  test('[REM-14] nothing that doesn’t stand, nothing twice, nothing at night, no silence', () => {
    const random = createSeededRandom(20_261_128)
    for (let count = 0; count < orders; count += 1) {
      const events = randomEvents(random)
      const played = play([{ at: at('wed', '09:00'), choices: everything }, ...events], {
        from: at('wed', '09:00'),
        until: at('mon', '23:00'),
      })
      const isPlain = events.every((event) => !('choices' in event) && !('presence' in event))
      const faults = [...faultsOf(played), ...silencesOf(played, () => isPlain)]
      expect({
        faults,
        events: faults.length > 0 && events,
        lines: faults.length > 0 && lines(played.received),
      }).toEqual({
        faults: [],
        events: false,
        lines: false,
      })
    }
  }, 60_000)

  test('[REM-14, REM-02] a bell that stays for a day and a half is named the day before and ten minutes before', () => {
    const random = createSeededRandom(7)
    for (let count = 0; count < orders / 4; count += 1) {
      const events = randomEvents(random).filter((event) => 'bell' in event || 'isOn' in event)
      const last = at('sun', '20:00')
      const lastSet: Event[] = [
        { at: at('fri', '01:00'), bell: last },
        { at: at('fri', '01:00'), isOn: true },
      ]
      const early = events.filter((event) => event.at < at('fri', '01:00'))
      const { received } = play([{ at: at('wed', '09:00'), choices: everything }, ...early, ...lastSet], {
        from: at('wed', '09:00'),
        until: at('mon', '23:00'),
      })
      const ofLast = received.filter(({ bell, at: sentAt }) => bell === last && sentAt > at('sat', '12:00'))
      expect(ofLast.map(({ kind }) => kind)).toEqual(['day-before', 'ten-minutes'])
    }
  })
})

// Display rules of the sitting: times and the presence sentence.
import { describe, expect, it, test } from 'vitest'
import { communityClock } from '#features/sittings/scheduled-start.ts'
import { minuteMs } from '#shared/durations.ts'
import { daysIn } from '#test/community-days.ts'
import { roomCountSentence } from './room-count.ts'
import {
  countdownParts,
  msToNextTick,
  presenceSentence,
  startSentence,
  upcomingStartMs,
  sharingSentence,
  togetherSentence,
  msUntilSitting,
} from './rules.ts'
import { endingSentence, lateSentence, ownEndingSentence, wasHereSentence } from './sitting-sentences.ts'

const days = daysIn('America/Chicago')
const zones = (local: string | null, today = '2026-11-21') => ({
  community: 'America/Chicago',
  local,
  today,
})

describe('the countdown', () => {
  it('[MED-03] runs to midnight in whole hours, minutes and seconds', () => {
    const now = Temporal.Instant.from('2026-11-21T22:17:41.400Z').epochMilliseconds
    expect(countdownParts(days.msUntilMidnight(now))).toEqual({ hours: 7, minutes: 42, seconds: 18 })
    expect(msToNextTick(days.msUntilMidnight(now))).toBe(600)
  })

  it('[TIME-03] spans 23 hours in spring and 25 in autumn', () => {
    expect(countdownParts(days.msUntilMidnight(days.startMs('2027-03-14'))).hours).toBe(23)
    expect(countdownParts(days.msUntilMidnight(days.startMs('2026-11-01'))).hours).toBe(25)
    expect(countdownParts(days.msUntilMidnight(days.startMs('2026-11-02'))).hours).toBe(24)
  })

  it('waits a whole second on the boundary, and is never negative', () => {
    expect(msToNextTick(5 * minuteMs)).toBe(1_000)
    expect(countdownParts(-20)).toEqual({ hours: 0, minutes: 0, seconds: 0 })
  })
})

describe('the presence sentence', () => {
  it.each([
    [[], 0, null],
    [[], 1, 'You are the first. Others will come.'],
    [['Ana Ribeiro'], 2, 'You and Ana are here'],
    [['Ana', 'Tobias Berg'], 3, 'You, Ana and Tobias are here'],
    [['Ana', 'Tobias', 'Mei'], 4, 'You, Ana, Tobias and 1 other are here'],
    [['Ana', 'Tobias', 'Mei'], 128, 'You, Ana, Tobias and 125 others are here'],
    [[], 9, 'You and 8 others are here'],
    [['Ana', 'Tobias'], 1, 'You, Ana and Tobias are here'],
    [['אבי כהן', 'عبد'], 3, 'You, \u2068אבי\u2069 and \u2068عبد\u2069 are here'],
  ])('[CHAT-30] %j of %i', (names, count, sentence) => {
    expect(
      presenceSentence(
        names.map((name) => ({ name })),
        count,
        { isBefore: true },
      ),
    ).toBe(sentence)
  })

  it('[TEACH-06] tags who holds the sitting', () => {
    const others = [{ name: 'Ana Ribeiro', isHost: true }, { name: 'Tobias Berg' }]
    expect(presenceSentence(others, 3, { isBefore: true })).toBe('You, Ana (Host) and Tobias are here')
  })

  it('[CHAT-30] after the sitting, or amid it, promises nobody to who is alone', () => {
    const alone = 'Only you are here right now.'
    expect(presenceSentence([], 1, { isBefore: false })).toBe(alone)
    expect(roomCountSentence(1, { isBefore: false })).toBe(alone)
    expect(roomCountSentence(1, { isBefore: true })).toBe('You are the first. Others will come.')
    expect(roomCountSentence(2, { isBefore: false })).toBe('2 are here')
  })
})

describe('the sentence at the end of a sitting', () => {
  it.each([
    [0, 'You sat here today.', 'You were here.', 'You sat here today.'],
    [1, 'You sat with 1 other.', 'You were here with 1 other.', 'One other is here.'],
    [6, 'You sat with 6 others.', 'You were here with 6 others.', '6 others are here.'],
  ])('[ENERGY-28] with %i others, seated, without a seat and on one’s own', (others, sat, here, own) => {
    expect(endingSentence(others)).toBe(sat)
    expect(wasHereSentence(others)).toBe(here)
    expect(ownEndingSentence(others)).toBe(own)
  })
})

/** Some versions of the calendar data put a narrow space before AM and PM. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')

describe('the start', () => {
  const start = upcomingStartMs(
    days,
    { ...communityClock, date: '2026-11-21', scheduledTime: '18:30' },
    days.startMs('2026-11-21'),
  )

  it('[MED-04] is shown in the community’s time and in the viewer’s zone', () => {
    expect(plain(startSentence(start ?? 0, zones('America/New_York')))).toBe(
      'Begins at 6:30 PM in Chicago, 7:30 PM where you are',
    )
    expect(plain(startSentence(start ?? 0, zones('Asia/Tokyo')))).toBe(
      'Begins at 6:30 PM in Chicago, Sunday 9:30 AM where you are',
    )
  })

  it('[TIME-06] is shown in the community’s time alone without a zone', () => {
    expect(plain(startSentence(start ?? 0, zones(null)))).toBe('Begins at 6:30 PM in Chicago')
  })

  it('[SCH-33] follows the clock of the schedule’s own zone', () => {
    const inBerlin = {
      date: '2026-11-21',
      scheduledTime: '06:30',
      timeZone: 'Europe/Berlin',
      dayShift: 1,
    }
    const startMs = days.wallTimeMs('2026-11-21', '23:30')
    expect(upcomingStartMs(days, inBerlin, startMs - 1)).toBe(startMs)
    expect(upcomingStartMs(days, inBerlin, startMs)).toBeNull()
  })

  it('[MED-04] is no longer shown once it is reached', () => {
    expect(
      upcomingStartMs(days, { ...communityClock, date: '2026-11-21', scheduledTime: '18:30' }, start ?? 0),
    ).toBeNull()
    expect(
      upcomingStartMs(
        days,
        { ...communityClock, date: '2026-11-21', scheduledTime: '00:00' },
        days.startMs('2026-11-21'),
      ),
    ).toBeNull()
  })

  it('[TIME-02] moves forward in the spring gap and is the first of two in autumn', () => {
    expect(
      plain(
        startSentence(
          upcomingStartMs(days, { ...communityClock, date: '2027-03-14', scheduledTime: '02:30' }, 0) ?? 0,
          zones('UTC', '2027-03-14'),
        ),
      ),
    ).toBe('Begins at 3:30 AM in Chicago, 8:30 AM where you are')
    expect(
      plain(
        startSentence(
          upcomingStartMs(days, { ...communityClock, date: '2026-11-01', scheduledTime: '01:30' }, 0) ?? 0,
          zones('UTC', '2026-11-01'),
        ),
      ),
    ).toBe('Begins at 1:30 AM in Chicago, 6:30 AM where you are')
  })
})

const at = (moment: string) => Temporal.Instant.from(moment).epochMilliseconds

test('[PHASE-07] the bell and the doors are named in the viewer’s zone, and the community’s time where it differs', () => {
  const sitting = { doorsAt: at('2026-11-21T12:15:00Z'), startsAt: at('2026-11-21T12:30:00Z') }
  expect(plain(togetherSentence(sitting, zones('America/Chicago')))).toBe(
    'Together at 6:30 AM · doors 6:15 AM',
  )
  expect(plain(togetherSentence(sitting, zones('Asia/Tokyo')))).toBe(
    'Together at 9:30 PM (6:30 AM in Chicago) · doors 9:15 PM',
  )
  expect(plain(togetherSentence(sitting, zones('Pacific/Kiritimati')))).toBe(
    'Together on Sunday at 2:30 AM (6:30 AM in Chicago) · doors 2:15 AM',
  )
  expect(plain(togetherSentence(sitting, zones(null)))).toBe('Together at 6:30 AM in Chicago · doors 6:15 AM')
  expect(plain(sharingSentence(sitting.startsAt, zones('Asia/Tokyo')))).toBe(
    'Sharing until 9:30 PM. The chat is open.',
  )
})

test('[PHASE-07] [MED-04] a bell that isn’t on the viewer’s today has its weekday, whichever day the room is on', () => {
  const tokyo = { community: 'Asia/Tokyo', local: 'Europe/Berlin' }
  // Sunday 8 PM in Tokyo: its room is open there while it is Saturday evening in Berlin.
  const sitting = { doorsAt: at('2026-11-22T10:45:00Z'), startsAt: at('2026-11-22T11:00:00Z') }
  const seen = (today: string) => plain(togetherSentence(sitting, { ...tokyo, today }))
  expect(seen('2026-11-21')).toBe('Together on Sunday at 12:00 PM (8:00 PM in Tokyo) · doors 11:45 AM')
  expect(seen('2026-11-22')).toBe('Together at 12:00 PM (8:00 PM in Tokyo) · doors 11:45 AM')
  expect(plain(startSentence(sitting.startsAt, { ...tokyo, today: '2026-11-21' }))).toBe(
    'Begins at 8:00 PM in Tokyo, Sunday 12:00 PM where you are',
  )
  // Where the clocks agree, it is of the evening before.
  const afterMidnight = { doorsAt: at('2026-11-22T06:15:00Z'), startsAt: at('2026-11-22T06:30:00Z') }
  expect(plain(togetherSentence(afterMidnight, zones('America/Chicago')))).toBe(
    'Together at 12:30 AM · doors 12:15 AM',
  )
})

test('[MED-03] the countdown counts to the next bell, else to midnight', () => {
  const midnight = at('2026-11-22T06:00:00Z')
  const bell = at('2026-11-21T12:30:00Z')
  expect(msUntilSitting(days, bell, bell - 5_000)).toBe(5_000)
  expect(msUntilSitting(days, bell, bell)).toBe(midnight - bell)
  expect(msUntilSitting(days, null, bell)).toBe(midnight - bell)
})

test('[PHASE-14] a latecomer reads until when the sitting goes on', () => {
  expect(lateSentence('6:52 AM')).toMatch(/^The sitting goes on here until 6:52 AM/)
})

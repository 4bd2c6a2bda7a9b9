// Activity texts: sentences and changed fields, by the declaration of their kinds.
import { describe, expect, test } from 'vitest'
import { message } from '#shared/i18n/t.ts'
import {
  fieldChangesOf,
  referencedUserIds,
  sentenceOf,
  type KindsByAction,
  type RecordedActivity,
} from './format-activity.ts'
import { formatTimestamp } from './format-timestamp.ts'
import { defineActivities } from './kinds.ts'

const people = [
  { id: 7, name: 'Mia' },
  { id: 8, name: 'Mo' },
]

const lampActivities = defineActivities({
  target: {
    type: 'lamp',
    label: message('Lamps'),
    nameOf: (label, { after }) => (typeof after?.['lit'] === 'number' ? `${after['lit']} lamps` : label),
  },
  fields: {
    lit: { isHidden: true },
    parts: { formatItem: (part) => `a ${part}` },
    duration: { format: 'minutes' },
    color: { label: message('Light'), values: { 'warm-white': message('warm white') } },
    ownerId: { label: message('Owner'), format: 'member' },
    lenderId: { format: 'member', isHidden: true },
    lampId: { isHidden: true },
  },
  kinds: {
    light: { label: message('Lit'), sentence: ({ actor, target }) => `${actor} lit the lamp ${target}` },
    lend: {
      label: message('Lent'),
      namedMember: ({ before, findMember }) => findMember(before?.['lenderId']),
      sentence: ({ actor, target }, { before, after, findMember }) =>
        findMember(before?.['lenderId'])
          ? `From ${target}, ${actor} borrowed a lamp`
          : `${actor} lent ${target} to ${findMember(after?.['ownerId'])?.name ?? 'someone'}`,
    },
  },
})
const kinds: KindsByAction = new Map(Object.values(lampActivities).map((kind) => [kind.action, kind]))

const activity = (action: string, facts: Partial<RecordedActivity> = {}): RecordedActivity => ({
  id: 1,
  action,
  actor: { id: 1, name: 'Ada' },
  target: { type: 'lamp', id: 5, name: 'Still water' },
  isOnMember: false,
  before: null,
  after: null,
  createdAt: '2026-11-21T18:00:00.000Z',
  ...facts,
})

test('a kind has the name of its target and its own', () => {
  expect(Object.keys(lampActivities)).toEqual(['light', 'lend'])
  expect(lampActivities.lend).toMatchObject({ action: 'lamp.lend', target: { type: 'lamp' }, label: 'Lent' })
})

describe('the sentence of an entry', () => {
  const sentence = (action: string, facts: Partial<RecordedActivity> = {}) =>
    sentenceOf(activity(action, facts), { kinds, people })

  const words = (text: string) => ({ text, role: 'words', memberId: null })
  const ada = { text: 'Ada', role: 'actor', memberId: null }
  const named = (text: string, memberId: number | null = null) => ({ text, role: 'target', memberId })

  test('has the names of its actor and its target in their places', () => {
    expect(sentence('lamp.light')).toEqual([ada, words(' lit the lamp '), named('Still water')])
    expect(sentence('lamp.light', { actor: null })[0]).toEqual({ ...ada, text: 'The operator' })
  })

  test('has a member as its target with their id, and someone without a name', () => {
    const onMember = { isOnMember: true, target: { type: 'user', id: 5, name: 'Mia' } }
    expect(sentence('lamp.light', onMember)[2]).toEqual(named('Mia', 5))
    const noName = { ...onMember, target: { ...onMember.target, name: null } }
    expect(sentence('lamp.light', noName)[2]).toEqual(named('someone', 5))
  })

  test('has a target by the facts of the entry, where it is declared so', () => {
    expect(sentence('lamp.light', { after: { lit: 3 } })[2]).toEqual(named('3 lamps'))
  })

  test('ends before a target without a name', () => {
    const target = { type: 'lamp', id: 5, name: null }
    expect(sentence('lamp.light', { target })).toEqual([ada, words(' lit the lamp')])
  })

  test('differs by the fields of an entry, and may begin with another member', () => {
    expect(sentence('lamp.lend', { after: { ownerId: 8 } })[3]).toEqual(words(' to Mo'))
    expect(sentence('lamp.lend', { after: { ownerId: 9 } })[3]).toEqual(words(' to someone'))
    expect(sentence('lamp.lend', { before: { lenderId: 7 } })).toEqual([
      words('From '),
      named('Mia', 7),
      words(', '),
      ada,
      words(' borrowed a lamp'),
    ])
  })

  test('names the action of a kind that isn’t declared', () => {
    expect(sentence('moon.shine')).toEqual([ada, words(' performed “moon.shine” on '), named('Still water')])
  })
})

describe('field changes', () => {
  const facts = (
    before: RecordedActivity['before'],
    after: RecordedActivity['after'],
    action = 'lamp.light',
  ) =>
    fieldChangesOf(activity(action, { before, after }), { kinds, people, zone: 'America/Chicago' }).map(
      (fact) => `${fact.label}: ${fact.before ?? '-'} → ${fact.after ?? '-'}`,
    )

  test.each([
    ['text', { title: 'One' }, { title: 'Two' }, 'Title: One → Two'],
    ['yes and no', { isActive: true }, { isActive: false }, 'Active: yes → no'],
    ['minutes', { duration: 1 }, { duration: 1_200 }, 'Duration: 1 minute → 1,200 minutes'],
    ['a number', { position: 1 }, { position: 12_000 }, 'Position: 1 → 12,000'],
    ['a day', { date: '2026-11-21' }, { date: '2027-01-01' }, 'Date: November 21, 2026 → January 1, 2027'],
    ['days', null, { date: '2026-11-21, 2026-11-28' }, 'Date: - → November 21, 2026; November 28, 2026'],
    ['a time', { time: '06:30' }, { time: '19:05' }, 'Time: 6:30 AM → 7:05 PM'],
    [
      'a moment, by the clock of the zone',
      { until: null },
      { until: '2026-11-22T05:30:00.000Z' },
      'Until: - → November 21, 2026, 11:30 PM',
    ],
    [
      'nothing any more',
      { instructorTitle: 'Teacher' },
      { instructorTitle: '' },
      'Instructor title: Teacher → -',
    ],
    ['a member', { ownerId: 7 }, { ownerId: 9 }, 'Owner: Mia → someone'],
    ['a stored value with a label', { color: 'warm-white' }, { color: 'red' }, 'Light: warm white → red'],
    [
      'steps by their titles',
      { steps: [{ number: 1, title: 'Arrive', description: 'Sit.' }] },
      {
        steps: [
          { number: 1, title: 'Arrive' },
          { number: 2, title: 'Breathe' },
        ],
      },
      'Steps: Arrive → Arrive, Breathe',
    ],
    ['the parts of a list', null, { parts: ['wick', 'shade'] }, 'Parts: - → a wick, a shade'],
    ['a list', null, { titles: ['One', 'Two'] }, 'Titles: - → One, Two'],
    ['a text that only looks like a date', { name: '2026-99-99' }, { name: 'x' }, 'Name: 2026-99-99 → x'],
  ])('are formatted for %s', (_, before, after, words) => {
    expect(facts(before, after)).toEqual([words])
  })

  test('omits hidden fields', () => {
    expect(facts({ lampId: 1, lamp: 'A' }, { lampId: 2, lamp: 'B' })).toEqual(['Lamp: A → B'])
    expect(facts({ lenderId: 7 }, null)).toEqual([])
    expect(facts(null, null)).toEqual([])
  })

  test('have names as labels if the kind isn’t declared', () => {
    expect(facts(null, { color: 'red', isFull: true }, 'moon.shine')).toEqual([
      'Color: - → red',
      'Full: - → yes',
    ])
  })
})

test('a timestamp is shown by the clock of the zone, in winter and in summer', () => {
  expect(formatTimestamp('2026-11-21T18:00:00.000Z', 'America/Chicago')).toBe('November 21, 2026, 12:00 PM')
  expect(formatTimestamp('2026-07-02T04:59:00.000Z', 'America/Chicago')).toBe('July 1, 2026, 11:59 PM')
})

test('members referenced by id are collected, each once', () => {
  const lend = { action: 'lamp.lend', before: null, after: null }
  const entries = [
    { ...lend, before: { lenderId: 7 } },
    { ...lend, before: { ownerId: null }, after: { ownerId: 8 } },
    { ...lend, before: { ownerId: 7, lampId: 99, lenderId: 'x' } },
    { ...lend, action: 'moon.shine', before: { ownerId: 6 } },
  ]
  expect(referencedUserIds(entries, kinds)).toEqual([7, 8])
})

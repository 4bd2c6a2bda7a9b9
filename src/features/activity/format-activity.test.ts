// Activity texts: sentences and changed fields, by the declaration of their kinds.
import { describe, expect, test } from 'vitest'
import {
  fieldChangesOf,
  referencedUserIds,
  sentenceOf,
  type KindsByAction,
  type RecordedActivity,
} from './format-activity.ts'
import { formatMoment } from './format-moment.ts'
import { defineActivities } from './kinds.ts'

const people = [
  { id: 7, name: 'Mia' },
  { id: 8, name: 'Mo' },
]

const lampActivities = defineActivities({
  target: { type: 'lamp', label: 'Lamps' },
  fields: {
    duration: { format: 'minutes' },
    color: { label: 'Light', values: { 'warm-white': 'warm white' } },
    ownerId: { label: 'Owner', format: 'member' },
    lenderId: { format: 'member', isHidden: true },
    lampId: { isHidden: true },
  },
  kinds: {
    light: { verb: 'lit', label: 'Lit' },
    lend: {
      verb: 'lent',
      rest: ' to someone',
      label: 'Lent',
      sentence: ({ before, after, findMember }) => {
        const owner = findMember(after?.['ownerId'])
        const lender = findMember(before?.['lenderId'])
        return {
          ...(owner ? { rest: ` to ${owner.name}` } : {}),
          ...(lender ? { verb: 'borrowed a lamp from', target: lender } : {}),
        }
      },
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

  test('has the verb of its kind and the name of its target', () => {
    expect(sentence('lamp.light')).toEqual({
      verb: 'lit',
      target: { id: null, name: 'Still water' },
      rest: '',
    })
  })

  test('has a member as its target with their id, and someone without a name', () => {
    const onMember = { isOnMember: true, target: { type: 'user', id: 5, name: 'Mia' } }
    expect(sentence('lamp.light', onMember).target).toEqual({ id: 5, name: 'Mia' })
    const noName = { ...onMember, target: { ...onMember.target, name: null } }
    expect(sentence('lamp.light', noName).target).toEqual({ id: 5, name: 'someone' })
  })

  test('has no target without a name', () => {
    const target = { type: 'lamp', id: 5, name: null }
    expect(sentence('lamp.light', { target })).toEqual({ verb: 'lit', target: null, rest: '' })
  })

  test('takes the parts that differ in an entry', () => {
    expect(sentence('lamp.lend', { after: { ownerId: 8 } })).toEqual({
      verb: 'lent',
      target: { id: null, name: 'Still water' },
      rest: ' to Mo',
    })
    expect(sentence('lamp.lend', { after: { ownerId: 9 } }).rest).toBe(' to someone')
    expect(sentence('lamp.lend', { before: { lenderId: 7 } })).toEqual({
      verb: 'borrowed a lamp from',
      target: { id: 7, name: 'Mia' },
      rest: ' to someone',
    })
  })

  test('names the action of a kind that isn’t declared', () => {
    expect(sentence('moon.shine')).toEqual({
      verb: 'performed “moon.shine” on',
      target: { id: null, name: 'Still water' },
      rest: '',
    })
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
  expect(formatMoment('2026-11-21T18:00:00.000Z', 'America/Chicago')).toBe('November 21, 2026, 12:00 PM')
  expect(formatMoment('2026-07-02T04:59:00.000Z', 'America/Chicago')).toBe('July 1, 2026, 11:59 PM')
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

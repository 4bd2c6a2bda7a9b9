// Activity texts: the sentence and changed fields of every action.
import { describe, expect, test } from 'vitest'
import { actions, targetTypes, type Action, type Activity } from './contract.ts'
import {
  fieldChangesOf,
  actionGroups,
  formatMoment,
  referencedUserIds,
  describeActivity,
} from './format-activity.ts'

const people = [
  { id: 7, name: 'Mia' },
  { id: 8, name: 'Mo' },
]

const activity = (action: string, facts: Partial<Activity> = {}): Activity => ({
  id: 1,
  action,
  actor: { id: 1, name: 'Ada' },
  target: { type: action.split('.', 1)[0] ?? '', id: 5, name: 'Still water' },
  before: null,
  after: null,
  createdAt: '2026-11-21T18:00:00.000Z',
  ...facts,
})

function sentenceFor(action: string, facts: Partial<Activity> = {}): string {
  const { verb, target, rest } = describeActivity(activity(action, facts), people)
  const name = target === null ? '' : 'user' in target ? ` [${target.user.name}]` : ` ${target.thing}`
  return `Ada ${verb}${name}${rest}`
}

describe('an activity sentence', () => {
  const sentences: Record<Action, string> = {
    'user.update': 'Ada edited [Still water]',
    'user.ban': 'Ada banned [Still water]',
    'user.unban': 'Ada unbanned [Still water]',
    'user.delete': 'Ada deleted the account of [Still water]',
    'user.grant-garden-angel': 'Ada made [Still water] a garden angel',
    'user.remove-garden-angel': 'Ada removed the garden angel role from [Still water]',
    'user.adjust-time': 'Ada corrected the time of [Still water]',
    'user.end-sessions': 'Ada signed everyone out',
    'user.create': 'Ada created the account of [Still water]',
    'user.password-link': 'Ada created a password link for [Still water]',
    'user.export': 'Ada exported the data of [Still water]',
    'referral.attribute': 'Ada credited [Still water] to a referrer',
    'template.create': 'Ada created the template Still water',
    'template.update': 'Ada edited the template Still water',
    'template.archive': 'Ada deleted the template Still water',
    'template.duplicate': 'Ada duplicated a template as Still water',
    'template.import': 'Ada imported Still water',
    'schedule.create': 'Ada scheduled Still water',
    'schedule.update': 'Ada changed the schedule Still water',
    'schedule.delete': 'Ada deleted the schedule Still water',
    'sitting.begin': 'Ada began the sitting Still water',
    'sitting.delay': 'Ada delayed the sitting Still water',
    'sitting.end': 'Ada ended the sitting Still water',
    'sitting.cancel': 'Ada cancelled the sitting Still water',
    'sitting.restore': 'Ada restored the sitting Still water',
    'picture.create': 'Ada added the profile picture Still water',
    'picture.update': 'Ada edited the profile picture Still water',
    'picture.delete': 'Ada deleted the profile picture Still water',
    'message.delete': 'Ada deleted a message',
    'ip-ban.create': 'Ada banned the address Still water',
    'ip-ban.lift': 'Ada lifted the ban on the address Still water',
    'community.update': 'Ada changed the community’s settings',
  }
  test.each(Object.entries(sentences))('of %s', (action, sentence) => {
    expect(sentenceFor(action)).toBe(sentence)
  })

  test('distinguishes a changed ban from a new one', () => {
    const [before, is] = [{ bannedReason: 'a' }, { bannedReason: 'b' }]
    expect(sentenceFor('user.ban', { before, after: is })).toBe('Ada changed the ban on [Still water]')
    const after = { ...is, isBanned: true }
    expect(sentenceFor('user.ban', { before: { isBanned: false }, after })).toBe('Ada banned [Still water]')
    expect(sentenceFor('ip-ban.create', { before: { reason: 'a' }, after: { reason: 'b' } })).toBe(
      'Ada changed the ban on the address Still water',
    )
  })

  test('[OPS-18] says how the first administrator got the role', () => {
    const after = { isAdmin: true, way: 'first-admin-link' }
    expect(sentenceFor('user.update', { after })).toBe('Ada became administrator by the setup link')
    expect(sentenceFor('user.update', { after: { ...after, way: 'cli' } })).toBe('Ada edited [Still water]')
  })

  test('names the referrer, and the author and day of a deleted message', () => {
    expect(sentenceFor('referral.attribute', { after: { referrerId: 8 } })).toBe(
      'Ada credited [Still water] to Mo',
    )
    expect(sentenceFor('referral.attribute', { after: { referrerId: 9 } })).toBe(
      'Ada credited [Still water] to a referrer',
    )
    const before = { userId: 7, sessionDate: '2026-11-20' }
    expect(sentenceFor('message.delete', { before })).toBe(
      'Ada deleted a message by [Mia] of November 20, 2026',
    )
    expect(sentenceFor('message.delete', { before: { ...before, userId: 9 } })).toBe(
      'Ada deleted a message of November 20, 2026',
    )
  })

  test('works without a name, and for an action of a later version', () => {
    const target = { type: 'user', id: 5, name: null }
    expect(sentenceFor('user.ban', { target })).toBe('Ada banned [someone]')
    expect(sentenceFor('template.create', { target: { type: 'template', id: 5, name: null } })).toBe(
      'Ada created the template',
    )
    expect(sentenceFor('moon.shine')).toBe('Ada performed “moon.shine” on Still water')
  })
})

describe('field changes', () => {
  const facts = (before: Activity['before'], after: Activity['after'], action = 'template.update') =>
    fieldChangesOf(activity(action, { before, after }), people, 'America/Chicago').map(
      (fact) => `${fact.label}: ${fact.before ?? '-'} → ${fact.after ?? '-'}`,
    )

  test.each([
    ['text', { title: 'One' }, { title: 'Two' }, 'Title: One → Two'],
    ['yes and no', { isActive: true }, { isActive: false }, 'Active: yes → no'],
    ['a role', { isAdmin: false }, { isAdmin: true }, 'Administrator: no → yes'],
    ['minutes', { duration: 1 }, { duration: 1_200 }, 'Duration: 1 minute → 1,200 minutes'],
    ['a number', { position: 1 }, { position: 12_000 }, 'Position: 1 → 12,000'],
    ['a day', { date: '2026-11-21' }, { date: '2027-01-01' }, 'Date: November 21, 2026 → January 1, 2027'],
    ['days', null, { date: '2026-11-21, 2026-11-28' }, 'Date: - → November 21, 2026; November 28, 2026'],
    ['a time', { scheduledTime: '06:30' }, { scheduledTime: '19:05' }, 'Time: 6:30 AM → 7:05 PM'],
    [
      'a moment, by the clock of the zone',
      { expiresAt: null },
      { expiresAt: '2026-11-22T05:30:00.000Z' },
      'Until: - → November 21, 2026, 11:30 PM',
    ],
    [
      'nothing any more',
      { instructorTitle: 'Teacher' },
      { instructorTitle: '' },
      'Instructor title: Teacher → -',
    ],
    ['a person', { referrerId: 7 }, { referrerId: 9 }, 'Referrer: Mia → someone'],
    [
      'steps by their titles',
      { sessionSteps: [{ number: 1, title: 'Arrive', description: 'Sit.' }] },
      {
        sessionSteps: [
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

  test('omits ids and fields that the sentence already covers', () => {
    expect(facts({ templateId: 1, template: 'A' }, { templateId: 2, template: 'B' })).toEqual([
      'Template: A → B',
    ])
    expect(facts(null, { id: 4, ids: [1, 2], version: 3 })).toEqual([])
    expect(
      facts({ isBanned: false, bannedReason: null }, { isBanned: true, bannedReason: 'x' }, 'user.ban'),
    ).toEqual(['Reason: - → x'])
    expect(facts({ isGardenAngel: false }, { isGardenAngel: true }, 'user.grant-garden-angel')).toEqual([])
    expect(facts({ userId: 7, sessionDate: '2026-11-20' }, null, 'message.delete')).toEqual([])
    expect(facts(null, null)).toEqual([])
  })
})

test('a timestamp is shown by the clock of the zone, in winter and in summer', () => {
  expect(formatMoment('2026-11-21T18:00:00.000Z', 'America/Chicago')).toBe('November 21, 2026, 12:00 PM')
  expect(formatMoment('2026-07-02T04:59:00.000Z', 'America/Chicago')).toBe('July 1, 2026, 11:59 PM')
})

test('users referenced by id are collected, each once', () => {
  const lines = [
    { before: { userId: 7 }, after: null },
    { before: { referrerId: null }, after: { referrerId: 8 } },
    { before: { referrerId: 7, id: 99, userId: 'x' }, after: null },
  ]
  expect(referencedUserIds(lines)).toEqual([7, 8])
})

test('every action is listed once, in the group of its target', () => {
  expect(Object.keys(actionGroups).sort()).toEqual([...targetTypes].sort())
  const grouped = Object.entries(actionGroups).flatMap(([type, group]) =>
    Object.keys(group.actions).map((action) => ({ type, action })),
  )
  expect(grouped.map(({ action }) => action).sort()).toEqual([...actions].sort())
  for (const { type, action } of grouped) expect(action.startsWith(`${type}.`)).toBe(true)
})

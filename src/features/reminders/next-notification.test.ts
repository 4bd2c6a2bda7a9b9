// Notifications about one sitting: a table of events in any order, with the words that a member gets and when.
import { describe, expect, test } from 'vitest'
import { testDays as days, testZone as zone } from '#test/community-days.ts'
import { nextNotification } from './next-notification.ts'
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

/** A member who chose everything by push on Wednesday, unless events say otherwise. */
const run = (events: readonly Event[], choices: Choices = everything) =>
  lines(
    play([{ at: at('wed', '09:00'), choices }, ...events], {
      from: at('wed', '09:00'),
      until: at('mon', '23:00'),
    }).received,
  )

const dayBefore = 'Thu 18:00 push: Tomorrow at 8:00 PM.'
const tenMinutes = 'Fri 19:48 push: Starts at 8:00 PM, in about ten minutes.'
const canceled = 'Canceled: it won’t start at 8:00 PM on Friday, November 27.'
const onAfterAll = 'On after all: it starts at 8:00 PM on Friday, November 27.'

const rows: [name: string, events: Event[], expected: string[], choices?: Choices][] = [
  ['as planned', [], [dayBefore, tenMinutes]],
  ['nothing chosen', [], [], {}],
  ['one kind each', [], ['Thu 18:00 mail: Tomorrow at 8:00 PM.'], { dayBefore: 'mail' }],
  [
    'moved to another day after its day-before reminder: the new day has its own',
    [{ at: at('fri', '09:00'), bell: at('mon', '20:00') }],
    [
      dayBefore,
      'Fri 09:00 push: Now starts at 8:00 PM on Monday, November 30.',
      'Sun 18:00 push: Tomorrow at 8:00 PM.',
      'Mon 19:48 push: Starts at 8:00 PM, in about ten minutes.',
    ],
  ],
  [
    'the same by mail',
    [{ at: at('fri', '09:00'), bell: at('mon', '20:00') }],
    [
      'Thu 18:00 mail: Tomorrow at 8:00 PM.',
      'Fri 09:00 mail: Now starts at 8:00 PM on Monday, November 30.',
      'Sun 18:00 mail: Tomorrow at 8:00 PM.',
    ],
    { dayBefore: 'mail' },
  ],
  [
    'postponed to tomorrow after the ten minutes: the word of it replaces the day-before reminder, not the ten minutes',
    [{ at: at('fri', '19:50'), bell: at('sat', '19:45') }],
    [
      dayBefore,
      tenMinutes,
      'Fri 19:50 push: Now starts at 7:45 PM on Saturday, November 28.',
      'Sat 19:33 push: Starts at 7:45 PM, in about ten minutes.',
    ],
  ],
  [
    'delayed by an hour after the ten minutes',
    [{ at: at('fri', '19:50'), bell: at('fri', '21:00') }],
    [
      tenMinutes,
      'Fri 19:50 push: Now starts at 9:00 PM on Friday, November 27.',
      'Fri 20:48 push: Starts at 9:00 PM, in about ten minutes.',
    ],
    { tenMinutes: true },
  ],
  [
    'delayed by ten minutes: the word of it replaces the reminder',
    [{ at: at('fri', '19:56'), bell: at('fri', '20:10') }],
    [tenMinutes, 'Fri 19:56 push: Now starts at 8:10 PM on Friday, November 27.'],
    { tenMinutes: true },
  ],
  [
    'moved before anything was sent: only who chose changes hears of it',
    [{ at: at('thu', '12:00'), bell: at('fri', '21:00') }],
    ['Thu 18:00 push: Tomorrow at 9:00 PM.', 'Fri 20:48 push: Starts at 9:00 PM, in about ten minutes.'],
    { tenMinutes: true, dayBefore: 'push' },
  ],
  [
    'the same with changes',
    [{ at: at('thu', '12:00'), bell: at('fri', '21:00') }],
    [
      'Thu 12:00 push: Now starts at 9:00 PM on Friday, November 27.',
      'Thu 18:00 push: Tomorrow at 9:00 PM.',
      'Fri 20:48 push: Starts at 9:00 PM, in about ten minutes.',
    ],
  ],
  [
    'moved further than a day and a half ahead before anything was sent',
    [{ at: at('wed', '12:00'), bell: at('sat', '20:00') }],
    ['Fri 18:00 push: Tomorrow at 8:00 PM.', 'Sat 19:48 push: Starts at 8:00 PM, in about ten minutes.'],
  ],
  [
    'moved and moved back between two looks',
    [
      { at: at('fri', '10:00') + 1_000, bell: at('fri', '21:00') },
      { at: at('fri', '10:00') + 5_000, bell: friday },
    ],
    [dayBefore, tenMinutes],
  ],
  [
    'moved, and moved back later',
    [
      { at: at('fri', '10:00'), bell: at('fri', '21:00') },
      { at: at('fri', '11:00'), bell: friday },
    ],
    [
      dayBefore,
      'Fri 10:00 push: Now starts at 9:00 PM on Friday, November 27.',
      'Fri 11:00 push: Now starts at 8:00 PM on Friday, November 27.',
      tenMinutes,
    ],
  ],
  ['changed by seconds', [{ at: at('fri', '10:00'), bell: friday + 30_000 }], [dayBefore, tenMinutes]],
  ['canceled before its day-before reminder', [{ at: at('wed', '12:00'), isOn: false }], []],
  [
    'canceled on the day before: who chose changes hears of it',
    [{ at: at('thu', '12:00'), isOn: false }],
    [`Thu 12:00 push: ${canceled}`],
  ],
  [
    'canceled after its day-before reminder, and on after all',
    [
      { at: at('fri', '10:00'), isOn: false },
      { at: at('fri', '12:00'), isOn: true },
    ],
    [dayBefore, `Fri 10:00 push: ${canceled}`, `Fri 12:00 push: ${onAfterAll}`, tenMinutes],
  ],
  [
    'switched off and on between two looks',
    [
      { at: at('fri', '10:00') + 1_000, isOn: false },
      { at: at('fri', '10:00') + 5_000, isOn: true },
    ],
    [dayBefore, tenMinutes],
  ],
  [
    'canceled, and planned again for another day',
    [
      { at: at('fri', '10:00'), isOn: false },
      { at: at('fri', '10:30'), bell: at('sun', '20:00') },
      { at: at('fri', '11:00'), isOn: true },
    ],
    [
      dayBefore,
      `Fri 10:00 push: ${canceled}`,
      'Fri 11:00 push: On after all: it starts at 8:00 PM on Sunday, November 29.',
      'Sat 18:00 push: Tomorrow at 8:00 PM.',
      'Sun 19:48 push: Starts at 8:00 PM, in about ten minutes.',
    ],
  ],
  [
    'moved and canceled between two looks: canceled is the bell that the member knows',
    [
      { at: at('fri', '10:00') + 1_000, bell: at('fri', '21:00') },
      { at: at('fri', '10:00') + 5_000, isOn: false },
    ],
    [dayBefore, `Fri 10:00 push: ${canceled}`],
  ],
  [
    'moved to within ten minutes of now: announced at once, with its time',
    [{ at: at('fri', '19:00'), bell: at('fri', '19:08') }],
    ['Fri 19:00 push: Starts at 7:08 PM.'],
    { tenMinutes: true },
  ],
  [
    'the same to who chose ten minutes when that bell’s moment had passed, but before it moved',
    [
      { at: at('wed', '09:00'), choices: {} },
      { at: at('fri', '18:58'), choices: { tenMinutes: true } },
      { at: at('fri', '19:00'), bell: at('fri', '19:08') },
    ],
    ['Fri 19:00 push: Starts at 7:08 PM.'],
    {},
  ],
  [
    'the same to who chose ten minutes after it had moved',
    [
      { at: at('wed', '09:00'), choices: {} },
      { at: at('fri', '19:00'), bell: at('fri', '19:08') },
      { at: at('fri', '19:01'), choices: { tenMinutes: true } },
    ],
    [],
    {},
  ],
  [
    'started early in twelve seconds: who knew a later bell hears of it',
    [{ at: at('fri', '19:43'), bell: at('fri', '19:43') + 12_000 }],
    [dayBefore, 'Fri 19:43 push: It has begun: the bell rang at 7:43 PM.'],
  ],
  [
    'started early in a minute',
    [{ at: at('fri', '19:43'), bell: at('fri', '19:44') }],
    [dayBefore, 'Fri 19:43 push: Now starts at 7:44 PM on Friday, November 27.'],
  ],
  [
    'started early while they sat in another one, for longer than it is worth saying',
    [
      { at: at('fri', '19:20'), presence: { isHere: false, sitsUntil: at('fri', '19:40') } },
      { at: at('fri', '19:25'), bell: at('fri', '19:26') },
      { at: at('fri', '19:40'), presence: elsewhere },
    ],
    [dayBefore],
  ],
  [
    'put off while they sat in another one, and started before that ended',
    [
      { at: at('fri', '19:57'), presence: { isHere: false, sitsUntil: at('fri', '20:34') } },
      { at: at('fri', '19:58'), bell: at('fri', '20:30') },
    ],
    [dayBefore, tenMinutes],
  ],
  ['chosen after its moment', [{ at: at('thu', '19:00'), choices: { dayBefore: 'push' } }], [], {}],
  [
    'the day before chosen before it was moved to tomorrow, before 22:00',
    [
      { at: at('wed', '09:30'), bell: at('sun', '20:00') },
      { at: at('thu', '21:00'), bell: friday },
    ],
    ['Thu 21:00 push: Tomorrow at 8:00 PM.'],
    { dayBefore: 'push' },
  ],
  [
    'moved to tomorrow after 22:00',
    [
      { at: at('wed', '09:30'), bell: at('sun', '20:00') },
      { at: at('thu', '22:30'), bell: friday },
    ],
    [],
    { dayBefore: 'push' },
  ],
  [
    'changed in the night: in the morning, if it is still true',
    [{ at: at('thu', '23:30'), bell: at('fri', '21:00') }],
    [
      dayBefore,
      'Fri 07:00 push: Now starts at 9:00 PM on Friday, November 27.',
      'Fri 20:48 push: Starts at 9:00 PM, in about ten minutes.',
    ],
  ],
  [
    'changed in the night and changed back',
    [
      { at: at('thu', '23:30'), isOn: false },
      { at: at('fri', '02:00'), isOn: true },
    ],
    [dayBefore, tenMinutes],
  ],
  [
    'an early bell that is canceled in the night: within the hour before it',
    [
      { at: at('wed', '09:30'), bell: at('fri', '06:00') },
      { at: at('fri', '01:00'), isOn: false },
    ],
    [
      'Thu 18:00 push: Tomorrow at 6:00 AM.',
      'Fri 05:00 push: Canceled: it won’t start at 6:00 AM on Friday, November 27.',
    ],
  ],
  [
    'a late bell that is brought forward in the night',
    [
      { at: at('wed', '09:30'), bell: at('fri', '23:30') },
      { at: at('fri', '22:50'), bell: at('fri', '22:50') + 10_000 },
    ],
    ['Thu 18:00 push: Tomorrow at 11:30 PM.', 'Fri 22:50 push: It has begun: the bell rang at 10:50 PM.'],
  ],
  [
    'a late bell that is moved to the next day in the night',
    [
      { at: at('wed', '09:30'), bell: at('fri', '23:30') },
      { at: at('fri', '22:50'), bell: at('sat', '20:00') },
    ],
    [
      'Thu 18:00 push: Tomorrow at 11:30 PM.',
      'Fri 22:50 push: Now starts at 8:00 PM on Saturday, November 28.',
      'Sat 19:48 push: Starts at 8:00 PM, in about ten minutes.',
    ],
  ],
  [
    'in the room for the ten minutes, gone when it is delayed',
    [
      { at: at('fri', '19:45'), presence: here },
      { at: at('fri', '19:52'), presence: elsewhere },
      { at: at('fri', '19:54'), bell: at('fri', '20:30') },
    ],
    [
      dayBefore,
      'Fri 19:54 push: Now starts at 8:30 PM on Friday, November 27.',
      'Fri 20:18 push: Starts at 8:30 PM, in about ten minutes.',
    ],
  ],
  [
    'in the room when it changes: the mail leaves anyway',
    [
      { at: at('fri', '12:00'), presence: here },
      { at: at('fri', '12:05'), bell: at('fri', '21:00') },
      { at: at('fri', '13:00'), presence: elsewhere },
    ],
    ['Fri 12:05 mail: Now starts at 9:00 PM on Friday, November 27.'],
    { changes: ['mail', 'push'] },
  ],
  [
    'sitting in another one: it waits for its end',
    [
      { at: at('fri', '19:40'), presence: { isHere: false, sitsUntil: at('fri', '19:55') } },
      { at: at('fri', '19:55') - 1_000, presence: elsewhere },
    ],
    [dayBefore, 'Fri 19:55 push: Starts at 8:00 PM.'],
  ],
  [
    'changes chosen after the change',
    [
      { at: at('fri', '12:00'), bell: at('fri', '21:00') },
      { at: at('fri', '12:00') + 20_000, choices: { changes: ['push'] } },
    ],
    [],
    {},
  ],
  [
    'changes switched off before the morning in which a change would be said',
    [
      { at: at('thu', '23:00'), isOn: false },
      { at: at('fri', '01:00'), choices: { tenMinutes: true } },
    ],
    [],
    { tenMinutes: true, changes: ['push'] },
  ],
  [
    'another channel: both hear of a change',
    [{ at: at('fri', '12:00'), isOn: false }],
    ['Thu 18:00 mail: Tomorrow at 8:00 PM.', `Fri 12:00 push: ${canceled}`, `Fri 12:00 mail: ${canceled}`],
    { dayBefore: 'mail', changes: ['push'] },
  ],
  [
    'everything switched off after the day-before reminder',
    [
      { at: at('thu', '20:00'), choices: {} },
      { at: at('fri', '12:00'), isOn: false },
    ],
    [dayBefore],
  ],
]

describe('the words of each order of events', () => {
  test.each(rows)('[REM-14] %s', (_name, events, expected, choices) => {
    expect(run(events, choices)).toEqual(expected)
  })
})

test('[REM-05, REM-14] a notification is of use until its bell, or until its ‘tomorrow’ has come', () => {
  const wishes = {
    isAny: true,
    changes: false,
    tenMinutesChosenAt: 0,
    dayBeforeChosenAt: 0,
    isHourChosen: true,
  }
  const next = (nowMs: number, isHourChosen = true) =>
    nextNotification(
      { bell: friday, isOn: true, since: 0 },
      { channel: 'push', wishes: { ...wishes, isHourChosen }, sent: [] },
      { nowMs, days, zone, presence: elsewhere },
    )
  expect(next(at('thu', '18:00'))).toMatchObject({ untilMs: at('fri', '00:00') })
  expect(next(at('fri', '19:48'))).toMatchObject({ untilMs: friday })
  expect([next(at('thu', '18:00'), false), next(at('fri', '19:48'), false)]).toEqual([null, null])
})

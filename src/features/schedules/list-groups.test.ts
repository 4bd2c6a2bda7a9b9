// Groups of the schedule list, in both orders.
import { expect, it } from 'vitest'
import { buildSchedule } from '#test/schedules.ts'
import { firstRows, groupSchedules, type ScheduleGroup } from './list-groups.ts'

const rows = [
  { ...buildSchedule('2026-11-21', { title: 'Wk 01 Tuesday' }), templateId: 2 },
  { ...buildSchedule('2026-11-30', { title: 'Wk 01 Monday' }), templateId: 1 },
  { ...buildSchedule('2026-12-01', { title: 'Wk 01 Tuesday' }), templateId: 2 },
  { ...buildSchedule('2027-11-01', { title: 'Wk 01 Monday' }), templateId: 3 },
]
const describeGroups = (groups: readonly ScheduleGroup[]) =>
  groups.map(({ title, schedules }) => [title, ...schedules.map(({ date }) => date)])

it('[SCH-01] by date, schedules are grouped by month', () => {
  expect(describeGroups(groupSchedules(rows, 'date'))).toEqual([
    ['November 2026', '2026-11-21', '2026-11-30'],
    ['December 2026', '2026-12-01'],
    ['November 2027', '2027-11-01'],
  ])
})

it('[SCH-01] by template, groups are in picker order; templates with the same name stay separate', () => {
  expect(describeGroups(groupSchedules(rows, 'template'))).toEqual([
    ['Wk 01 Monday', '2026-11-30'],
    ['Wk 01 Monday', '2027-11-01'],
    ['Wk 01 Tuesday', '2026-11-21', '2026-12-01'],
  ])
})

it('[SCH-01] a long list is cut after the given number of rows, also within a group', () => {
  const groups = groupSchedules(rows, 'date')
  expect(describeGroups(firstRows(groups, 1))).toEqual([['November 2026', '2026-11-21']])
  expect(describeGroups(firstRows(groups, 3))).toEqual(describeGroups(groups).slice(0, 2))
  expect(firstRows(groups, 9)).toEqual(groups)
})

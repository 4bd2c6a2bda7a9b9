import { expect, test } from 'vitest'
import { meetingUrl } from '#test/data/live.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { meetingUrlAt } from './meeting-of-sitting.ts'

const sitting = sittingSharingAt(2_000_000)
const { doorsAt, endsAt } = sitting
const read = { sitting, meetingUrl }

test.each([
  ['in its doors', read, sitting, doorsAt, meetingUrl],
  ['to the end of its sharing', read, sitting, endsAt - 1, meetingUrl],
  ['not before', read, sitting, doorsAt - 1, null],
  ['not after', read, sitting, endsAt, null],
  ['not if it is canceled', read, { ...sitting, cancelled: true }, doorsAt, null],
  ['without one', { sitting, meetingUrl: null }, sitting, doorsAt, null],
  ['unknown if read before the doors', { sitting }, sitting, doorsAt, undefined],
  ['unknown in the next sitting of the day', read, { ...sitting, id: 2 }, doorsAt, undefined],
  ['unknown if the day was never read', undefined, sitting, doorsAt, undefined],
  ['null without a sitting', read, null, doorsAt, null],
])('[TEACH-11] the link is shown in its own sitting: %s', (_, day, shown, nowMs, url) => {
  expect(meetingUrlAt(day, shown, nowMs)).toBe(url)
})

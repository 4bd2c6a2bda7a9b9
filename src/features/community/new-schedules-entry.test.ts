// The settings of new schedules in the activity log.
import { expect, test } from 'vitest'
import { formatNewSchedulesItem } from './new-schedules-entry.ts'

test('[TOT-08] each setting is shown in words, and an unknown one as it is', () => {
  const items = ['bellSeconds 8', 'doorsMinutes 1', 'together true', 'together false', 'scheduledTime 06:30']
  expect(items.map(formatNewSchedulesItem)).toEqual([
    'Bell: 8 seconds',
    'Doors open before: 1 minute',
    'Starts together',
    'Doesn’t start together',
    'Time: 6:30 AM',
  ])
  expect(formatNewSchedulesItem('lamps 3')).toBe('lamps 3')
})

// The circle's way between the water and the row.
import { expect, it } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { circleTravel, travelFrames } from './circle-travel.ts'

const sitting = sittingSharingAt(Date.parse('2026-11-21T19:19:30Z'))

it('[STAGE-06] it reaches the row as the video starts, and comes back one second after the end', () => {
  expect(circleTravel(sitting, 'bell')).toEqual({ atMs: sitting.videoAt - 3_000, isSinking: true })
  expect(circleTravel(sitting, 'sharing')).toEqual({ atMs: sitting.sharingAt + 1_000, isSinking: false })
  for (const phase of ['open', 'doors', 'gather', 'meditation'] as const) {
    expect(circleTravel(sitting, phase)).toBeNull()
  }
})

it('[STAGE-06] with reduced motion it fades in its place', () => {
  expect(travelFrames(true).every(({ transform }) => transform === 'none')).toBe(true)
  expect(travelFrames(false).every(({ transform }) => transform === 'none')).toBe(false)
})

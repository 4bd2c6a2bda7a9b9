// Template statistics for the dashboard.
import { expect, test } from 'vitest'
import { templateStatsOf } from './template-stats.ts'

const of = (duration: number, difficulty: 'Beginner' | 'Intermediate' | 'Advanced') => ({
  duration,
  difficulty,
})

test('[TOT-07] counts templates, averages their minutes, and counts difficulties', () => {
  const templates = [of(10, 'Advanced'), of(15, 'Beginner'), of(16, 'Beginner'), of(0, 'Beginner')]
  expect(templateStatsOf(templates)).toEqual({
    count: 4,
    averageMinutes: 10,
    byDifficulty: [
      { difficulty: 'Beginner', count: 3 },
      { difficulty: 'Intermediate', count: 0 },
      { difficulty: 'Advanced', count: 1 },
    ],
  })
  expect(templateStatsOf([of(10, 'Beginner'), of(11, 'Beginner')]).averageMinutes).toBe(11)
})

test('[TOT-07] without templates the average is null', () => {
  expect(templateStatsOf([])).toMatchObject({ count: 0, averageMinutes: null })
})

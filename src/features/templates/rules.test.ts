// Template rules: search and titles of copies.
import { describe, expect, it, test } from 'vitest'
import { templateFieldsSchema } from './contract.ts'
import {
  copyTitle,
  formatVideoLength,
  importedFields,
  lengthWarning,
  minutesOfVideo,
  templateInUseMessage,
  searchTemplates,
  templateStatsOf,
} from './rules.ts'
import { sampleTemplate } from './sample-template.ts'

const templates = [
  { title: 'Morning light', instructor: 'Lena Oduya' },
  { title: 'Évening  of  Straße', instructor: 'Ravi Kapoor' },
  { title: 'Rain', instructor: 'Zoë Çelik' },
]
const found = (text: string) => searchTemplates(templates, text).map(({ title }) => title)

describe('search', () => {
  it.each([
    ['MORNING', ['Morning light']],
    ['oduya', ['Morning light']],
    ['evening of', ['Évening  of  Straße']],
    ['zoe celik', ['Rain']],
    ['Zoë', ['Rain']],
    ['  rain ', ['Rain']],
    ['strasse', ['Évening  of  Straße']],
    ['rai\u200Bn', ['Rain']],
    ['a', ['Morning light', 'Évening  of  Straße', 'Rain']],
    ['light lena', []],
    ['.*', []],
  ])('[TPL-02] %s finds by title or instructor', (text, titles) => {
    expect(found(text)).toEqual(titles)
  })

  it('[TPL-02] an empty or blank text finds all', () => {
    expect(searchTemplates(templates, '')).toBe(templates)
    expect(searchTemplates(templates, '   ')).toBe(templates)
  })
})

describe('copying a template', () => {
  it.each([
    ['Rain', 'Rain (Copy)'],
    ['Rain (Copy)', 'Rain (Copy) (Copy)'],
    ['x'.repeat(193), `${'x'.repeat(193)} (Copy)`],
    ['x'.repeat(200), `${'x'.repeat(193)} (Copy)`],
    [`${'x'.repeat(192)}\u{1F64F}yyyyyy`, `${'x'.repeat(192)} (Copy)`],
    [`${'x'.repeat(190)}   yyyyyyy`, `${'x'.repeat(190)} (Copy)`],
  ])('[TPL-11] a copy of %s fits the maximum title length', (title, copy) => {
    expect(copyTitle(title)).toBe(copy)
    expect(templateFieldsSchema.safeParse({ ...sampleTemplate(), title: copy }).data?.title).toBe(copy)
  })
})

it('[TPL-13] the error for a scheduled template names its first five dates', () => {
  expect(templateInUseMessage(['2026-11-21'])).toBe(
    'This template is scheduled for Saturday, November 21, 2026. Please schedule another one in its place first.',
  )
  expect(templateInUseMessage(['2026-11-21', '2026-12-24'])).toBe(
    'This template is scheduled for these dates: Saturday, November 21, 2026; Thursday, December 24, 2026. Please schedule another one in its place first.',
  )
  const week = [21, 22, 23, 24, 25, 26, 27].map((day) => `2026-11-${day}`)
  expect(templateInUseMessage(week)).toContain('Wednesday, November 25, 2026; and 2 more. Please')
  expect(templateInUseMessage(week)).not.toContain('November 26')
})

it('[TPL-17] imported steps pass the form’s validation', () => {
  expect(templateFieldsSchema.parse({ ...sampleTemplate(), ...importedFields() })).toMatchObject(
    importedFields(),
  )
  expect(importedFields().difficulty).toBe('Beginner')
})

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

it.each([
  [5.6, '6 s'],
  [168.04, '2 min 48 s'],
  [1_319.9, '22 min'],
])('[SYNC-23] %d seconds read %s', (seconds, text) => {
  expect(formatVideoLength(seconds)).toBe(text)
})

describe('the minutes of a measured video', () => {
  it.each([
    [168, 3],
    [20, 1],
    [3_629, 60],
  ])('[TPL-29] %d s are %d', (seconds, minutes) => {
    expect(minutesOfVideo(seconds)).toBe(minutes)
  })

  it.each([
    [20, 168, 'Members would see 20 minutes, but the video lasts 2 min 48 s.'],
    [1, 168, 'Members would see 1 minute, but the video lasts 2 min 48 s.'],
    [5, 3_600, 'Members would see 5 minutes, but the video lasts 60 min.'],
    [3, 168, null],
    [12, 600, null],
    [13, 600, 'Members would see 13 minutes, but the video lasts 10 min.'],
    [8, 600, null],
    [20, null, null],
    [Number.NaN, 168, null],
  ])('[TPL-29] %d minutes with %s s: %s', (duration, mediaSeconds, warning) => {
    expect(lengthWarning({ duration, mediaSeconds })).toBe(warning)
  })
})

// Energy levels and rules: the scale, the days that take entries, and what is offered when.
import { describe, expect, test } from 'vitest'
import { energyLevelCount, energyLevelDefaultIndex } from '#shared/constants.ts'
import { translate } from '#shared/i18n/t.ts'
import type { MoodEntry } from './contract.ts'
import { emotionLevelOf, energyLevels, levelOf } from './levels.ts'
import { entryToPrompt, hasSatOn, isEntryDayOpen, lastSat, nextMoodType } from './rules.ts'

const day = '2026-11-21'

function entry(facts: Partial<MoodEntry> = {}): MoodEntry {
  return {
    id: 1,
    userId: 1,
    sessionDate: day,
    emotionLevel: 6,
    moodType: 'pre',
    notes: null,
    comment: null,
    createdAt: '2026-11-21T13:00:00.000Z',
    isSample: false,
    sittingId: null,
    reflectionOptIn: false,
    ...facts,
  }
}

describe('levels', () => {
  test('[ENERGY-02] the eight levels have the specified titles and descriptions', () => {
    expect(
      energyLevels.map(
        ({ index, title, description }) => `${index} ${translate(title)} (${translate(description)})`,
      ),
    ).toEqual([
      '0 No Awareness (Disconnected)',
      '1 Root Center (Grounded & Stable)',
      '2 Sacral Center (Creative & Flowing)',
      '3 Solar Plexus Center (Confident & Powerful)',
      '4 Heart Center (Loving & Compassionate)',
      '5 Throat Center (Expressive & Clear)',
      '6 Third Eye Center (Intuitive & Wise)',
      '7 Crown Center (Spiritual & Connected)',
    ])
    expect(energyLevels).toHaveLength(energyLevelCount)
  })

  test('[ENERGY-06, ENERGY-09, ENERGY-10] the stored value is the index plus one, and converts back to the same level', () => {
    expect(emotionLevelOf(energyLevelDefaultIndex)).toBe(6)
    expect(emotionLevelOf(7)).toBe(8)
    expect([levelOf(6).name, levelOf(8).name, levelOf(1).name]).toEqual(['Throat', 'Crown', 'No Awareness'])
    for (const level of energyLevels) expect(levelOf(emotionLevelOf(level.index))).toBe(level)
  })

  test('[ENERGY-11] names and colors follow the displayed level; other values are No Awareness, black', () => {
    expect(energyLevels.map(({ name, color }) => `${translate(name)} ${translate(color)}`)).toEqual([
      'No Awareness black',
      'Root red',
      'Sacral orange',
      'Solar Plexus yellow',
      'Heart green',
      'Throat blue',
      'Third Eye dark purple',
      'Crown violet',
    ])
    for (const odd of [0, 9, -1, 2.5, Number.NaN]) expect(levelOf(odd).name).toBe('No Awareness')
  })
})

describe('entries', () => {
  test('[ENERGY-13] entries are accepted for today and yesterday, not for older days or the future', () => {
    expect(isEntryDayOpen('2026-11-21', day)).toBe(true)
    expect(isEntryDayOpen('2026-11-20', day)).toBe(true)
    expect(isEntryDayOpen('2026-11-19', day)).toBe(false)
    expect(isEntryDayOpen('2026-11-22', day)).toBe(false)
  })

  test('[ENERGY-18] the toggle defaults to Before until the pair has a Before entry', () => {
    expect(nextMoodType({ before: null, after: null })).toBe('pre')
    expect(nextMoodType({ before: null, after: entry({ moodType: 'post' }) })).toBe('pre')
    expect(nextMoodType({ before: entry(), after: null })).toBe('post')
  })

  test('[ENERGY-17] Before is offered at the first play and After at the end, unless the pair has that entry', () => {
    const [before, after] = [entry(), entry({ moodType: 'post' })]
    expect(entryToPrompt({ before: null, after: null }, 'first-play')).toBe('pre')
    expect(entryToPrompt({ before, after: null }, 'first-play')).toBeNull()
    expect(entryToPrompt({ before, after: null }, 'video-ended')).toBe('post')
    expect(entryToPrompt({ before, after }, 'video-ended')).toBeNull()
  })

  test('[MED-49] the last sitting of the day that was sat: by a level after it, or by a seat', () => {
    const sittings = [{ id: 7 }, { id: 8 }, { id: 9 }]
    const of = (moodType: MoodEntry['moodType'], sittingId: number | null) => entry({ moodType, sittingId })
    const last = (entries: MoodEntry[], seats: number[] = []) =>
      lastSat(sittings, entries, new Set(seats))?.id
    expect(last([])).toBeUndefined()
    expect(last([of('post', null)])).toBeUndefined()
    expect(last([of('pre', 7)])).toBeUndefined()
    expect(last([of('post', 7), of('pre', 8)])).toBe(7)
    expect(last([of('post', 8)], [7])).toBe(8)
    expect(last([of('post', 8)], [9, 12])).toBe(9)
  })

  test('[MED-49] who sat is who has an After of the sitting that is over; its Before alone doesn’t say so', () => {
    const [morning, evening] = [{ id: 7 }, { id: 8 }]
    const of = (moodType: MoodEntry['moodType'], sittingId: number | null) => entry({ moodType, sittingId })
    const hasSat = (entries: MoodEntry[], past: { id: number } | null, sittings = [morning, evening]) =>
      hasSatOn(entries, { date: day, sittings }, past)
    expect(hasSat([of('pre', 8)], evening)).toBe(false)
    expect(hasSat([of('post', 8)], evening)).toBe(true)
    expect(hasSat([of('pre', 7), of('post', 7)], evening)).toBe(false)
    expect(hasSat([of('post', null)], evening)).toBe(false)
    // On a day with one sitting, and on one without, an After of the day's own counts.
    expect(hasSat([of('post', null)], evening, [evening])).toBe(true)
    expect(hasSat([of('post', null)], null, [])).toBe(true)
    expect(hasSat([of('pre', null)], null, [])).toBe(false)
  })
})

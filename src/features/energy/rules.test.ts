// Energy levels and rules: the scale, the effective entry, and what is offered when.
import { describe, expect, test } from 'vitest'
import { energyLevelCount, energyLevelDefaultIndex } from '#shared/constants.ts'
import type { MoodEntry } from './contract.ts'
import { emotionLevelOf, energyLevels, levelOf } from './levels.ts'
import { effectiveEntry, entryToPrompt, isEntryDayOpen, nextMoodType } from './rules.ts'
import { translate } from '#shared/t.ts'

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
  test('[ENERGY-12] the latest entry of a day and type counts, by createdAt and then by id', () => {
    const early = entry({ id: 9, createdAt: '2026-11-21T12:00:00.000Z' })
    const twin = entry({ id: 3 })
    const latest = entry({ id: 4 })
    const others = [entry({ id: 20, moodType: 'post' }), entry({ id: 21, sessionDate: '2026-11-20' })]
    for (const entries of [
      [early, twin, latest, ...others],
      [latest, ...others, twin, early],
    ]) {
      expect(effectiveEntry(entries, day, 'pre')).toBe(latest)
    }
    expect(effectiveEntry([], day, 'pre')).toBeNull()
  })

  test('[ENERGY-13] entries are accepted for today and yesterday, not for older days or the future', () => {
    expect(isEntryDayOpen('2026-11-21', day)).toBe(true)
    expect(isEntryDayOpen('2026-11-20', day)).toBe(true)
    expect(isEntryDayOpen('2026-11-19', day)).toBe(false)
    expect(isEntryDayOpen('2026-11-22', day)).toBe(false)
  })

  test('[ENERGY-18] the toggle defaults to Before until the day has a Before entry', () => {
    expect(nextMoodType([], day)).toBe('pre')
    expect(nextMoodType([entry({ sessionDate: '2026-11-20' })], day)).toBe('pre')
    expect(nextMoodType([entry({ moodType: 'post' })], day)).toBe('pre')
    expect(nextMoodType([entry()], day)).toBe('post')
  })

  test('[ENERGY-17] Before is offered at the first play and After at the end, unless the day has that entry', () => {
    expect(entryToPrompt([], day, 'first-play')).toBe('pre')
    expect(entryToPrompt([entry()], day, 'first-play')).toBeNull()
    expect(entryToPrompt([entry()], day, 'video-ended')).toBe('post')
    expect(entryToPrompt([entry({ moodType: 'post' })], day, 'video-ended')).toBeNull()
  })
})

// The room's energy as pure rules: its number, its sentence, and when it is published.
import { describe, expect, test } from 'vitest'
import { reflectionSentence } from './format-reflection.ts'
import { meanInTenths, reflectionAt } from './reflection.ts'

const of = (count: number, change: number) => Array<number>(count).fill(change)

describe('the sentence', () => {
  test.each([
    // Below 20 in half centers.
    [[...of(2, 1), ...of(6, 0)], 5, 'The room rose by 0.5 centers (8 people)'],
    [[...of(1, 1), ...of(7, 0)], 0, 'The room has settled (8 people)'],
    [[...of(2, 2), ...of(6, 1)], 15, 'The room rose by 1.5 centers (8 people)'],
    [[3, ...of(18, 0)], 0, 'The room has settled (19 people)'],
    [[5, ...of(18, 0)], 5, 'The room rose by 0.5 centers (19 people)'],
    [[-1, -1, ...of(6, 0)], -5, 'The room has settled (8 people)'],
    [of(8, -2), -20, 'The room has settled (8 people)'],
    [of(8, 0), 0, 'The room has settled (8 people)'],
    // From 20 on in tenths.
    [[1, ...of(19, 0)], 1, 'The room rose by 0.1 centers (20 people)'],
    [[1, ...of(20, 0)], 0, 'The room has settled (21 people)'],
    [[...of(26, 1), ...of(16, 2)], 14, 'The room rose by 1.4 centers (42 people)'],
    [of(1_300, 1), 10, 'The room rose by 1.0 centers (1,300 people)'],
  ])('[PULSE-05] [PULSE-08] changes of %j are %d tenths: %s', (changes, tenths, sentence) => {
    expect(meanInTenths(changes)).toEqual(tenths)
    const reflection = { sittingId: 1, pairs: changes.length, changeTenths: Math.max(0, tenths) }
    expect(reflectionSentence(reflection)).toBe(sentence)
  })
})

test('[PULSE-07] it is published two minutes after the meditation, or when the sharing ends sooner', () => {
  expect(reflectionAt({ sharingAt: 1_000, endsAt: 901_000 })).toBe(121_000)
  expect(reflectionAt({ sharingAt: 1_000, endsAt: 61_000 })).toBe(61_000)
})

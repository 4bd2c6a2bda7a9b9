// The room's answer as pure rules: its number, its sentence, and which numbers may be published.
import { describe, expect, test } from 'vitest'
import { reflectionSentence } from './format-reflection.ts'
import { meanInTenths, nextStep } from './reflection.ts'

describe('the sentence', () => {
  test.each([
    [[2, 1, 1], 13, 'The room rose by 1.3 centers (3 people)'],
    [[1], 10, 'The room rose by 1.0 centers (1 people)'],
    [[...Array<number>(19).fill(0), 1], 0, 'The room has settled (20 people)'],
    [[...Array<number>(18).fill(0), 1], 1, 'The room rose by 0.1 centers (19 people)'],
    [[2, 2, 1, 1, 1, 1, 1, 1], 13, 'The room rose by 1.3 centers (8 people)'],
    [[0], 0, 'The room has settled (1 people)'],
    [[-3, -1], -20, 'The room has settled (2 people)'],
  ])('[PULSE-05] [PULSE-08] changes of %j are %d tenths: %s', (changes, tenths, sentence) => {
    expect(meanInTenths(changes)).toBe(tenths)
    const answer = { scheduleId: 1, doorsAt: 0, pairs: changes.length, changeTenths: Math.max(0, tenths) }
    expect(reflectionSentence(answer)).toBe(sentence)
  })
})

const lettersOf = (members: string) => members.split('')
const eight = 'abcdefgh'

describe('a number is published', () => {
  test.each([
    ['abcdefg', [], null],
    [eight, [], eight],
    [`${eight}ijkl`, [eight], null],
    [`${eight}ijklm`, [eight], 'ijklm'],
    // Those who withdraw count like those who join.
    ['cdefghijk', [eight], 'ijkab'],
    ['cdefghij', [eight], null],
    // Five members away from the last number, but one from the first.
    [`${eight}i`, [eight, 'ijklmn'], null],
    [`${eight}opqrs`, [eight, 'ijklmn'], 'opqrsijklmn'],
  ])('[PULSE-06] [PULSE-07] of %s after steps %j: %s', (members, steps, step) => {
    const next = nextStep(new Set(lettersOf(members)), steps.map(lettersOf), 8)
    expect(next).toEqual(step === null ? null : lettersOf(step))
  })
})

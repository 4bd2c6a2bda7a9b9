// Strokes of any silence, and where a sitting has them.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { silenceSeconds } from './block-times.ts'
import { blockMinutesMax, blocksMax } from './silence-input.ts'
import { blockKinds, type Block } from './silence.ts'
import {
  changeStrokesAtMs,
  ringsOutSeconds,
  sittingSpan,
  soundSecondsOf,
  soundStartsAtMs,
  strokesOf,
} from './strokes.ts'

const anyBlocks = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...blockKinds),
      minutes: fc.integer({ min: 1, max: blockMinutesMax }),
      strokes: fc.constantFrom(0, 1, 2),
    }),
    { minLength: 1, maxLength: blocksMax },
  )
  .map(([first, ...rest]): Block[] => [{ kind: first?.kind ?? 'sit', minutes: first?.minutes ?? 1 }, ...rest])

test('[SEQ-01, SEQ-04] strokes rise from the bell to the end, each change with as many as it has', () => {
  fc.assert(
    fc.property(anyBlocks, fc.integer({ min: 0, max: 30 }), (blocks, bellSeconds) => {
      const span = { bellSeconds, blocks, leadSeconds: 0 }
      const strokes = strokesOf(span)
      const changes = blocks.slice(1).reduce((sum, block) => sum + (block.strokes ?? 0), 0)
      expect(strokes).toEqual([...new Set(strokes)].toSorted((a, b) => a - b))
      expect(strokes).toHaveLength(changes + 2)
      expect([strokes[0], strokes.at(-1)]).toEqual([0, bellSeconds + silenceSeconds(blocks)])
      expect(soundSecondsOf(span)).toBe(bellSeconds + silenceSeconds(blocks) + ringsOutSeconds)
    }),
  )
})

const blocks: Block[] = [
  { kind: 'sit', minutes: 25 },
  { kind: 'walk', minutes: 5, strokes: 2 },
  { kind: 'sit', minutes: 25, strokes: 0 },
  { kind: 'stand', minutes: 5, strokes: 1 },
]
const hour = silenceSeconds(blocks) * 1_000
const sharingAt = 1_795_939_200_000
const startsAt = sharingAt - hour - 8_000
const sitting = sittingSharingAt(sharingAt, {
  doorsAt: startsAt - 900_000,
  startsAt,
  videoAt: startsAt + 8_000,
})

test('[SEQ-04] a sitting has its changes’ strokes in its own moments, until a host ends it', () => {
  const minute = 60_000
  const changesFrom = (ms: number) => ms - sitting.videoAt
  expect(changeStrokesAtMs(sitting, blocks).map(changesFrom)).toEqual([
    25 * minute,
    25 * minute + 5_000,
    55 * minute,
  ])
  const ended = { ...sitting, sharingAt: sitting.videoAt + 30 * minute }
  expect(changeStrokesAtMs(ended, blocks)).toHaveLength(2)
})

test('[SEQ-05] its sound can begin with the doors, an hour later with a host’s delays, and is at its last stroke at an end', () => {
  const span = sittingSpan(sitting, blocks)
  expect(soundStartsAtMs(sitting, span)).toBe(sitting.doorsAt - 3_600_000)
  const ended = { ...sitting, sharingAt: startsAt + 600_000 }
  expect(soundStartsAtMs(ended, span)).toBe(soundStartsAtMs(sitting, span) - (sharingAt - ended.sharingAt))
})

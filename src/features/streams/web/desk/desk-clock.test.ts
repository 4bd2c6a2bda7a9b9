import { describe, expect, test } from 'vitest'
import { streamSharingAt } from '#test/streams/fake-stream.ts'
import { deskMomentAt, hearingAt, msToNextSecond } from './desk-clock.ts'

const sharingAt = Date.parse('2026-11-21T12:35:00Z')
const stream = streamSharingAt(sharingAt)
const { sitting } = stream
const { startsAt, videoAt, endsAt, doorsAt } = sitting

describe('[STREAM-07] the clock of a desk', () => {
  test('runs ahead by the lead: what is said now is heard by the group when it is needed', () => {
    expect(deskMomentAt(stream, videoAt - 8_000 - 134_000)).toEqual({
      cue: 'speak',
      inMs: 134_000,
      phase: 'doors',
    })
    expect(deskMomentAt(stream, videoAt - 8_000)).toMatchObject({ cue: 'finish', phase: 'meditation' })
    expect(deskMomentAt(stream, sharingAt - 8_000 - 1)).toMatchObject({ cue: 'finish', inMs: 1 })
    expect(deskMomentAt(stream, sharingAt - 8_000)).toEqual({ cue: 'over', inMs: 0, phase: 'sharing' })
    expect(deskMomentAt({ ...stream, leadMs: 20_000 }, videoAt - 20_000)).toMatchObject({ cue: 'finish' })
  })

  test('with a bell of the teacher it says when to ring', () => {
    const rings = { ...stream, bellBy: 'teacher' as const }
    expect(deskMomentAt(rings, startsAt - 9_000)).toEqual({ cue: 'ring', inMs: 1_000, phase: 'gather' })
    expect(deskMomentAt(rings, startsAt - 8_000)).toMatchObject({ cue: 'ring-again', phase: 'bell' })
  })

  test('where the picture stays for the sharing, the end is that of the sharing', () => {
    const long = { ...stream, inSharing: true }
    expect(deskMomentAt(long, sharingAt - 8_000)).toEqual({
      cue: 'say-goodbye',
      inMs: endsAt - sharingAt,
      phase: 'sharing',
    })
    expect(deskMomentAt(long, endsAt - 8_000)).toMatchObject({ cue: 'over' })
  })

  test('of a canceled sitting nothing is left', () => {
    const cancelled = { ...stream, sitting: { ...sitting, cancelled: true } }
    expect(deskMomentAt(cancelled, doorsAt)).toMatchObject({ cue: 'over' })
  })

  test('its seconds change when a whole one has passed', () => {
    expect([2_300, 2_000, 0].map((inMs) => msToNextSecond({ inMs }))).toEqual([300, 1_000, 1_000])
  })
})

describe('[STREAM-28] where the sound is', () => {
  const at = doorsAt + 60_000

  test('is heard only while the server has the last of it', () => {
    expect(hearingAt({ sitting, storedAtMs: null, waitingMs: 0 }, at)).toEqual({
      kind: 'waiting',
      waitingMs: 0,
    })
    expect(hearingAt({ sitting, storedAtMs: at - 6_000, waitingMs: 0 }, at)).toEqual({ kind: 'heard' })
    expect(hearingAt({ sitting, storedAtMs: at - 6_001, waitingMs: 4_000 }, at)).toEqual({
      kind: 'waiting',
      waitingMs: 4_000,
    })
  })

  test('is with the server alone before the doors', () => {
    expect(hearingAt({ sitting, storedAtMs: doorsAt - 1, waitingMs: 0 }, doorsAt - 1)).toEqual({
      kind: 'stored',
      doorsAtMs: doorsAt,
    })
  })
})

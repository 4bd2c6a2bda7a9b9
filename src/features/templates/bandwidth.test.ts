// The sentences about the bandwidth of a video, and of a teacher who is seen from this site.
import { expect, it } from 'vitest'
import { bandwidthNote, uplinkNote } from './bandwidth.ts'

const need = (bitsPerSecond: number, members: number | null, isOwn = false) =>
  bandwidthNote({ bitsPerSecond, members, isOwn })

it.each([
  [1_500_000, 40, 'It needs about 1.5 Mbit/s for each member: 40 at once need 60 Mbit/s.'],
  [1_500_000, null, 'It needs about 1.5 Mbit/s for each member: 200 at once need 300 Mbit/s.'],
  [1_500_000, 10_000, 'It needs about 1.5 Mbit/s for each member: 10,000 at once need 15 Gbit/s.'],
  [9_960_000, 101, 'It needs about 10 Mbit/s for each member: 101 at once need 1 Gbit/s.'],
  [20_000, 3, 'It needs about 0.1 Mbit/s for each member: 3 at once need 0.1 Mbit/s.'],
  [1_500_000, 1, 'It needs about 1.5 Mbit/s for each member.'],
])('[TPL-25] %d bits a second for %s members', (bitsPerSecond, members, sentence) => {
  expect(need(bitsPerSecond, members)).toBe(sentence)
})

it('[TPL-25] above 300 Mbit/s a video on this server gets a warning that names the page; others don’t', () => {
  const warning = /too much for this server.*docs\/operations\.md/
  expect(need(1_500_000, 200, true)).not.toMatch(warning)
  expect(need(1_500_000, 201, true)).toMatch(warning)
  expect(need(1_500_000, 10_000, false)).not.toMatch(warning)
})

it('[STREAM-10] a teacher who is seen from this site needs the uplink for all; beyond 300 Mbit/s other ways are named', () => {
  const sentence =
    'Each member loads 0.56 Mbit/s: 200 at once need 112 Mbit/s, or 13 Mbit/s if all take the sound only.'
  for (const members of [200, null]) expect(uplinkNote(members)).toBe(sentence)
  expect(uplinkNote(1)).toBe('Each member loads 0.56 Mbit/s.')
  expect(uplinkNote(1_000)).toContain('1,000 at once need 560 Mbit/s, or 64 Mbit/s')
  const advice = /too much for this server.*stream elsewhere.*CDN before \/live\/.*docs\/stream-server\.md/
  expect(uplinkNote(535)).not.toMatch(advice)
  expect(uplinkNote(536)).toMatch(advice)
})

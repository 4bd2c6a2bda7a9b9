// The variant of sound alone, as read from a stream's list of variants.
import { expect, test } from 'vitest'
import { soundVariantOf } from './sound-variant.ts'

const picture =
  '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.64001e,mp4a.40.2"\nlow.m3u8'
const sound = (bandwidth: number, uri: string) =>
  `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},CODECS="mp4a.40.2",AUDIO="main"\n${uri}`

test.each([
  ['beside pictures', [picture, sound(64_000, 'sound.m3u8')], 'https://cdn.test/day/sound.m3u8'],
  [
    'on another host',
    [sound(64_000, 'https://other.test/a.m3u8?k=1'), picture],
    'https://other.test/a.m3u8?k=1',
  ],
  [
    'the smaller of two',
    [sound(128_000, 'high.m3u8'), sound(48_000, 'low.m3u8')],
    'https://cdn.test/day/low.m3u8',
  ],
  ['pictures alone', [picture], null],
  ['a variant that names no codecs', ['#EXT-X-STREAM-INF:BANDWIDTH=64000\nlow.m3u8'], null],
  ['a picture without its size', ['#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001e"\nlow.m3u8'], null],
  ['one quality, without variants', ['#EXTINF:2,\npart.m4s'], null],
] as const)('[SMALL-01] %s', (_, variants, expected) => {
  const playlist = ['#EXTM3U', ...variants].join('\r\n')
  expect(soundVariantOf(playlist, 'https://cdn.test/day/calm.m3u8')?.url ?? null).toBe(expected)
})

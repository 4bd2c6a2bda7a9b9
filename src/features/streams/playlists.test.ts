// Playlists: those of this site as they are written, and outside ones as they are read.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInit, isSegment } from './formats.ts'
import { parsePlaylist } from './parsed-playlist.ts'
import { parseLiveFile, writePlaylist, type ListedSegment } from './written-playlist.ts'

const startsAtMs = Temporal.Instant.from('2026-11-21T18:00:00.000Z').epochMilliseconds
const listed = (seq: number, changes: Partial<ListedSegment> = {}): ListedSegment => ({
  seq,
  startsAtMs: startsAtMs + seq * 2_000,
  durationMs: 2_000,
  gaps: 0,
  initFrom: 0,
  ...changes,
})

describe('a playlist of this site', () => {
  test('[STREAM-09] stamps every segment by the room clock, and marks the gap', () => {
    const segments = [listed(7), listed(8, { durationMs: 1_960 }), listed(9, { gaps: 1, initFrom: 9 })]
    expect(writePlaylist('picture', segments)).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-MAP:URI="picture-init-0.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:14.000Z
#EXTINF:2.000,
picture-7.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:16.000Z
#EXTINF:1.960,
picture-8.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="picture-init-9.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:18.000Z
#EXTINF:2.000,
picture-9.m4s
`)
    expect(writePlaylist('sound', [])).toBeNull()
  })

  test('[STREAM-09] lists a minute; gaps before it are counted', () => {
    const segments = Array.from({ length: 40 }, (_, index) => listed(index, { gaps: index < 5 ? 0 : 1 }))
    const text = writePlaylist('sound', segments) ?? ''
    expect(text).toContain('#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n')
    expect(text.match(/m4s/g)).toHaveLength(30)
    expect(text).not.toContain('#EXT-X-DISCONTINUITY\n')
  })

  test('[STREAM-10] what it lists are the files that are served, and no other name is one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_147_483_646 }), (seq) => {
        for (const rendition of ['picture', 'sound', 'test'] as const) {
          const [, init = '', , name = ''] =
            /URI="(.*)"(\n.*){2}\n(.*)\n$/.exec(
              writePlaylist(rendition, [listed(seq, { initFrom: seq })]) ?? '',
            ) ?? []
          expect(parseLiveFile(name)).toEqual({ kind: 'segment', rendition, seq })
          expect(parseLiveFile(init)).toEqual({ kind: 'init', rendition, seq })
        }
      }),
    )
    expect(parseLiveFile('sound.m3u8')).toEqual({ kind: 'playlist', rendition: 'sound' })
    for (const name of [
      'voice.m3u8',
      'sound-01.m4s',
      'sound--1.m4s',
      'sound-1.mp4',
      'sound-init-1.m4s',
      'sound-1',
    ])
      expect(parseLiveFile(name)).toBeNull()
  })
})

const address = 'https://live.example.org/ana/index.m3u8'
const media = (...lines: string[]) =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:4', '#EXT-X-MEDIA-SEQUENCE:12', ...lines].join('\n')
const segment = (uri: string) => ['#EXTINF:4.0,', uri]

describe('an outside playlist', () => {
  test('[STREAM-11] its segments have numbers, lengths and stamps', () => {
    const text = media(
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:00.500Z',
      ...segment('a.ts'),
      ...segment('../b.ts?token=1'),
      '#EXT-X-ENDLIST',
    )
    const stampMs = startsAtMs + 500
    expect(parsePlaylist(text.replaceAll('\n', '\r\n'), address)).toEqual({
      kind: 'media',
      targetMs: 4_000,
      isEnded: true,
      segments: [
        { seq: 12, durationMs: 4_000, stampMs },
        { seq: 13, durationMs: 4_000, stampMs: stampMs + 4_000 },
      ],
    })
    expect(parsePlaylist(media(...segment('a.ts')), address)).toMatchObject({
      isEnded: false,
      segments: [{ seq: 12, durationMs: 4_000, stampMs: null }],
    })
  })

  test('[STREAM-11] of variants the first is read', () => {
    const text = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nhigh.m3u8'
    expect(parsePlaylist(text, address)).toEqual({
      kind: 'variants',
      first: 'https://live.example.org/ana/low.m3u8',
    })
    expect(parsePlaylist(text.replace('low.m3u8', 'https://10.0.0.1/a.m3u8'), address)).toMatchObject({
      kind: 'bad',
    })
  })

  test.each([
    ['HTML', '<!doctype html><title>Live</title>', 'not-a-playlist'],
    ['nothing', '', 'not-a-playlist'],
    [
      '10,000 segments',
      media(...Array.from({ length: 10_000 }, () => segment('a.ts')).flat()),
      'too-many-segments',
    ],
    ['a segment on this machine', media(...segment('https://127.0.0.1/a.ts')), 'private-address'],
    ['a segment on [::1]', media(...segment('https://[::1]/a.ts')), 'private-address'],
    ['a segment in a private network', media(...segment('https://nas.local/a.ts')), 'private-address'],
    ['a segment over http', media(...segment('http://live.example.org/a.ts')), 'private-address'],
    ['a segment with a user', media(...segment('https://ana@live.example.org/a.ts')), 'private-address'],
    ['a segment in a script', media(...segment('javascript:alert(1)')), 'private-address'],
    ['first bytes on this machine', media('#EXT-X-MAP:URI="https://localhost/i.mp4"'), 'private-address'],
    ['a key', media('#EXT-X-KEY:METHOD=AES-128,URI="k"'), 'encrypted'],
    ['a target duration of 0', media().replace(':4', ':0'), 'target-duration'],
    ['a target duration of a day', media().replace(':4', ':86400'), 'target-duration'],
    ['no target duration', '#EXTM3U\n#EXTINF:4,\na.ts', 'target-duration'],
    ['a sequence below 0', media().replace(':12', ':-1'), 'malformed'],
    ['a sequence of 2^53', media().replace(':12', ':9007199254740992'), 'malformed'],
    ['a segment without a length', media('a.ts'), 'malformed'],
    ['a segment of no length', media('#EXTINF:0,', 'a.ts'), 'malformed'],
    ['a stamp that is none', media('#EXT-X-PROGRAM-DATE-TIME:Infinity', ...segment('a.ts')), 'malformed'],
  ])('[STREAM-11] with %s it is refused', (_, text, reason) => {
    expect(parsePlaylist(text, address)).toEqual({ kind: 'bad', reason })
  })

  test('[STREAM-11] any text is read or refused', () => {
    const lines = fc.constantFrom(
      '#EXTM3U',
      '#EXTINF:4,',
      '#EXTINF:',
      'a.ts',
      '#EXT-X-TARGETDURATION:2',
      '#EXT-X-ENDLIST',
      '#EXT-X-STREAM-INF:',
      '#EXT-X-MAP:URI="',
      '#EXT-X-PROGRAM-DATE-TIME:2026',
      '#EXT-X-KEY:METHOD=NONE',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(lines, fc.string()), { maxLength: 30 }), (each) => {
        expect(['bad', 'media', 'variants']).toContain(parsePlaylist(each.join('\n'), address).kind)
      }),
    )
  })
})

const box = (type: string, length = 16) => {
  const bytes = new Uint8Array(16)
  new DataView(bytes.buffer).setUint32(0, length)
  bytes.set(new TextEncoder().encode(type), 4)
  return bytes
}

test('[STREAM-10] first bytes and segments are told by their first box', () => {
  expect([isInit(box('ftyp')), isInit(box('moof')), isSegment(box('moof')), isSegment(box('styp'))]).toEqual([
    true,
    false,
    true,
    true,
  ])
  for (const bytes of [
    box('ftyp'),
    box('moof', 17),
    box('moof', 4),
    box('moof').subarray(0, 7),
    new Uint8Array(),
  ])
    expect(isSegment(bytes)).toBe(false)
  expect(isSegment(new TextEncoder().encode('<html>a page</html>'))).toBe(false)
})

// Fuzz of the rules that parse external input: texts, names, addresses, days.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { linkify } from '#features/chat/linkify.ts'
import { meanInTenths } from '#features/reflections/reflection.ts'
import { templateAddressesSchema } from '#features/templates/address-schemas.ts'
import { parseMediaAddress, parseVideoAddress, type Video } from '#features/templates/media-address.ts'
import { addressKey } from '#server/addresses/address-info.ts'
import { isInRanges, parseRanges } from '#server/addresses/address-ranges.ts'
import { bannableNetwork } from '#server/addresses/bannable-network.ts'
import { clientAddress } from '#server/http/client-address.ts'
import { addMonths, addWeeks, dayForKey, monthGrid, weekGrid } from '#shared/calendar.ts'
import { emailMaxChars, nameMaxChars, urlMaxChars } from '#shared/constants.ts'
import { isDay } from '#shared/day-schema.ts'
import { addDays, weekOf } from '#shared/day.ts'
import { displayNameSchema } from '#shared/display-name.ts'
import { emailSchema, truncateUtf16, isStorable, textSchema } from '#shared/text.ts'
import { daysIn, tableZones } from '#test/community-days.ts'
import { anyDay, arbitraryText } from './from-schema.ts'
import { hostileText } from './hostile.ts'
import { tryProperty } from './property.ts'

const typed = fc.oneof(
  arbitraryText(80),
  hostileText,
  fc.array(fc.oneof(arbitraryText(10), hostileText), { maxLength: 4 }).map((parts) => parts.join('')),
)
const forbidden = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
const halfPair = /\p{Cs}/u

describe('texts', () => {
  test('[T22] an accepted text is clean, within its length limit, and stable when parsed again', () => {
    const schema = textSchema({ max: 120 })
    tryProperty('text', 15_000, typed, (text) => {
      const read = z.safeParse(schema, text)
      expect(isStorable(text) || !read.success).toBe(true)
      if (!read.success) return
      expect(read.data.length).toBeLessThanOrEqual(120)
      expect(forbidden.test(read.data)).toBe(false)
      expect(halfPair.test(read.data)).toBe(false)
      expect(read.data.normalize('NFC').trim()).toBe(read.data)
      expect(z.parse(schema, read.data)).toBe(read.data)
    })
  })

  test('[T22] a shortened text is a prefix without half a surrogate pair', () => {
    tryProperty('shortened text', 2_000, fc.tuple(arbitraryText(60), fc.nat(80)), ([text, max]) => {
      const short = truncateUtf16(text, max)
      expect(text.startsWith(short) && short.length <= max && !halfPair.test(short)).toBe(true)
    })
  })

  test('[T21] an accepted name is one line, readable, and stable when parsed again', () => {
    const schema = displayNameSchema()
    tryProperty('name', 5_000, typed, (text) => {
      const read = z.safeParse(schema, text)
      if (!read.success) return
      expect(read.data.length).toBeLessThanOrEqual(nameMaxChars)
      expect(/[\n\t]|\s{2}|^\s|\s$/.test(read.data)).toBe(false)
      expect(forbidden.test(read.data)).toBe(false)
      expect(z.parse(schema, read.data)).toBe(read.data)
    })
  })

  test('an accepted email address is well-formed, in lower case, and stable when parsed again', () => {
    const schema = emailSchema(emailMaxChars)
    const similar = fc
      .tuple(typed, typed)
      .map(([name, host]) => `${name.slice(0, 70)}@${host.slice(0, 70)}.org`)
    tryProperty('address of mail', 8_000, fc.oneof(typed, similar), (text) => {
      const read = z.safeParse(schema, text)
      if (!read.success) return
      expect(read.data).toMatch(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)
      expect(read.data.length).toBeLessThanOrEqual(emailMaxChars)
      expect(isStorable(read.data)).toBe(true)
      expect(z.parse(schema, read.data)).toBe(read.data)
    })
  })

  test('[T20] the pieces of a message add up to it, and links are http or https only', () => {
    const linked = fc.array(
      fc.oneof(typed, fc.webUrl(), fc.constantFrom('javascript:', 'https://', ' ', '.')),
      { maxLength: 6 },
    )
    tryProperty('links', 3_000, linked, (parts) => {
      const text = parts.join('').slice(0, 500)
      const pieces = linkify(text)
      const links = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.href]))
      expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.href)).join('')).toBe(text)
      for (const link of links) expect(['http:', 'https:']).toContain(new URL(link).protocol)
    })
  })
})

describe('addresses', () => {
  const { videoUrl, thumbnailUrl } = templateAddressesSchema().shape
  const addresses = fc.oneof(
    typed,
    fc.webUrl({ validSchemes: ['https', 'http', 'ftp'], withQueryParameters: true, withFragments: true }),
    fc
      .tuple(
        fc.constantFrom(
          'https://',
          'https:/',
          'HTTPS://',
          '//',
          '/media/',
          '/media//',
          'javascript:',
          'data:',
          'https://a@',
          'https://youtu.be/',
          'https://www.youtube.com/watch?v=',
        ),
        fc.constantFrom(
          '127.0.0.1',
          '[::1]',
          '0x7f.1',
          'localhost',
          'intranet.local',
          'stillwater.org',
          'stillwater.org:8443',
          'STILLWATER.ORG.',
          '..%2f',
          'inpok4MKVLM',
          '2130706433',
        ),
        typed,
      )
      .map((parts) => parts.join('')),
  )

  test('[T29] an accepted video URL is public https, below /media/, or a YouTube id', () => {
    tryProperty('address of a video', 10_000, addresses, (address) => {
      const video = parseVideoAddress(address)
      expect(z.safeParse(videoUrl, address.trim()).success).toBe(parseVideoAddress(address.trim()) !== null)
      if (video === null) return
      if (video.kind === 'youtube') expectNumbered(video)
      else expectPublic(video.url)
    })
  })

  test('[T29] an accepted picture URL is public https or below /media/', () => {
    tryProperty('address of a picture', 8_000, addresses, (address) => {
      const url = parseMediaAddress(address)
      expect(z.safeParse(thumbnailUrl, address.trim()).success).toBe(
        parseMediaAddress(address.trim()) !== null,
      )
      if (url === null) return
      expectPublic(url)
    })
  })

  const ip = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4().map((address) => `::ffff:${address}`),
  )
  const nearIp = fc.oneof(
    ip,
    fc.ipV4Extended(),
    fc.tuple(ip, fc.nat(140)).map(([address, bits]) => `${address}/${bits}`),
    fc.tuple(ip, hostileText).map(([address, text]) => address + text.slice(0, 20)),
    hostileText.map((text) => text.slice(0, 80)),
  )

  test('[T26] the client address is the last one before our trusted proxies; garbage stops the search', () => {
    const proxies = parseRanges('10.0.0.0/8, fd00::/8')
    const hops = fc.array(fc.oneof(nearIp, fc.constantFrom('10.1.2.3', ' 10.9.9.9', 'fd00::1', '')), {
      maxLength: 5,
    })
    tryProperty(
      'forwarded addresses',
      5_000,
      fc.tuple(fc.oneof(ip, fc.constant('10.0.0.1')), hops),
      ([socket, list]) => {
        const address = clientAddress(socket, list.join(','), proxies)
        expect(isInRanges(socket, proxies) || addressKey(address) === addressKey(socket)).toBe(true)
        expect(addressKey(address)).not.toBe('unknown')
        // Entries further left are never trusted.
        expect(
          clientAddress(socket, ['203.0.113.77', ...list].join(','), proxies) === address ||
            isInRanges(address, proxies),
        ).toBe(true)
      },
    )
  })

  test('[T26] a bannable address is one public network, unchanged in its stored form', () => {
    tryProperty('network', 4_000, nearIp, (text) => {
      const network = bannableNetwork(text)
      if (network === null) return
      expect(network).toMatch(/^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:]+\/64)$/)
      expect(bannableNetwork(network)).toBe(network)
      expect(
        isInRanges(network.split('/', 1).join(''), parseRanges('10.0.0.0/8,127.0.0.0/8,::1/128,fc00::/7')),
      ).toBe(false)
    })
  })
})

describe.each(tableZones)('days in %s', (zone) => {
  const days = daysIn(zone)
  const moment = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2200, 0, 1) })

  test('[I26] every moment belongs to one day, of 23 to 25 hours, which ends at midnight', () => {
    tryProperty('moments', 4_000, moment, (nowMs) => {
      const day = days.dayOf(nowMs)
      const [startMs, endMs] = [days.startMs(day), days.startMs(addDays(day, 1))]
      expect(isDay(day) && startMs <= nowMs && nowMs < endMs).toBe(true)
      expect(nowMs + days.msUntilMidnight(nowMs)).toBe(endMs)
      expect([23, 24, 25]).toContain((endMs - startMs) / 3_600_000)
    })
  })

  test('a wall-clock time of a day is a moment of that day', () => {
    const time = fc.tuple(anyDay, fc.nat(23), fc.nat(59))
    tryProperty('wall times', 2_000, time, ([day, hour, minute]) => {
      const text = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
      expect(days.dayOf(days.wallTimeMs(day, text))).toBe(day)
    })
  })

  test('an invalid day is rejected, and a valid one keeps its spelling', () => {
    const similar = fc
      .tuple(fc.nat(11_000), fc.nat(14), fc.nat(33))
      .map((parts) => parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-'))
    tryProperty('days', 5_000, fc.oneof(similar, anyDay, hostileText), (text) => {
      let real = ''
      try {
        real = Temporal.PlainDate.from(text, { overflow: 'reject' }).toString()
      } catch {
        // Not a day in any notation.
      }
      expect(isDay(text)).toBe(real === text && /^(?!0000)\d{4}-/.test(text))
    })
  })

  test('calendars have whole weeks around their day, and no key leaves them', () => {
    const step = fc.tuple(
      anyDay,
      fc.integer({ min: -30_000, max: 30_000 }),
      fc.constantFrom('ArrowLeft', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'x'),
      fc.boolean(),
    )
    tryProperty('calendars', 2_000, step, ([day, by, key, shiftKey]) => {
      const month = addMonths(day.slice(0, 7), by)
      const grid = monthGrid(month, 'fixed')
      expect(grid).toHaveLength(42)
      expect(grid.every((cell) => cell.inMonth === (cell.day.slice(0, 7) === month))).toBe(true)
      expect(weekGrid(day).map((cell) => cell.day)).toContain(day)
      expect(weekOf(day)).toContain(day)
      expect(isDay(addWeeks(day, by))).toBe(true)
      const target = dayForKey(day, { key, shiftKey }, null)
      expect(target === null ? key === 'x' : isDay(target)).toBe(true)
    })
  })
})

function expectNumbered({ id, startSeconds }: Extract<Video, { kind: 'youtube' }>): void {
  expect(id).toMatch(/^[\w-]{11}$/)
  expect(Number.isSafeInteger(startSeconds)).toBe(true)
}

function expectPublic(address: string): void {
  // The parser's percent-encoding may lengthen it.
  expect(address.length).toBeLessThanOrEqual(urlMaxChars * 9)
  if (address.startsWith('/media/')) return
  const { protocol, username, password, port, hostname } = new URL(address)
  expect({ protocol, username, password, port }).toEqual({
    protocol: 'https:',
    username: '',
    password: '',
    port: '',
  })
  expect(/^[\d.]+$|:|(?:^|\.)(?:localhost|local|internal)\.?$/.test(hostname)).toBe(false)
}

describe('the room’s energy', () => {
  test('[PULSE-05] [T67] below 20 pairs, every number leaves the last member at least three changes', () => {
    const changes = fc.array(fc.integer({ min: -7, max: 7 }), { minLength: 7, maxLength: 18 })
    tryProperty('room energy', 4_000, changes, (others) => {
      // As if the last member's change could be any, so that no number is cut off at its ends.
      const numbers = Array.from({ length: 101 }, (_, index) => meanInTenths([...others, index - 50]))
      const telling = numbers
        .slice(20, -20)
        .filter((number) => number % 5 !== 0 || numbers.filter((other) => other === number).length < 3)
      expect(telling).toEqual([])
    })
  })
})

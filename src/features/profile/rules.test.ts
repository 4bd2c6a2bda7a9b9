// Profile rules: completeness and editable fields.
import { describe, expect, test } from 'vitest'
import { pictureNameMaxChars } from '#shared/constants.ts'
import { picturesCalls } from './contract.ts'
import {
  base64ByteLength,
  pictureFileError,
  hashOfPictureUrl,
  isProfileComplete,
  parseDataUrl,
  pictureUrl,
  pictureNameFromFile,
} from './rules.ts'

const sha256 = 'a1'.repeat(32)
const whole = { name: 'Mia', email: 'mia@example.org', profilePicture: pictureUrl(sha256) }

describe('a profile', () => {
  test.each([
    [whole, true],
    [{ ...whole, name: '' }, false],
    [{ ...whole, email: '' }, false],
    [{ ...whole, profilePicture: '' }, false],
    [{ ...whole, profilePicture: null }, false],
  ])('[PROF-16] is complete with name, email address and picture: %#', (facts, complete) => {
    expect(isProfileComplete(facts)).toBe(complete)
  })
})

describe('the URL of a picture', () => {
  test('contains its hash', () => {
    expect(hashOfPictureUrl(pictureUrl(sha256))).toBe(sha256)
  })
  test.each([
    `/media/${sha256.toUpperCase()}.jpg`,
    `/media/${sha256.slice(1)}.jpg`,
    `/media/${sha256}.jpg?x`,
    `https://evil.example/media/${sha256}.jpg`,
    `//evil.example/media/${sha256}.jpg`,
    `/media/../media/${sha256}.jpg`,
    `/media/${sha256}.jpg\n`,
    sha256,
    '',
  ])('is not %j', (address) => {
    expect(hashOfPictureUrl(address)).toBeNull()
  })
})

describe('a file', () => {
  test.each([
    ['image/jpeg', 5 * 1024 * 1024, null],
    ['image/png', 1, null],
    ['image/gif', 1, null],
    ['image/jpeg', 5 * 1024 * 1024 + 1, 'A picture can be at most 5 MB.'],
    ['image/svg+xml', 1, 'Please choose a JPG, PNG or GIF picture.'],
    ['image/webp', 9e9, 'Please choose a JPG, PNG or GIF picture.'],
    ['IMAGE/PNG', 1, 'Please choose a JPG, PNG or GIF picture.'],
    ['', 1, 'Please choose a JPG, PNG or GIF picture.'],
  ])('[PROF-18, PROF-19] of type %j and %d bytes gets the result %j', (type, bytes, expected) => {
    expect(pictureFileError(type, bytes)).toBe(expected)
  })

  test.each([
    ['data:image/png;base64,AAAA', { type: 'image/png', base64: 'AAAA' }],
    ['data:image/svg+xml;base64,', { type: 'image/svg+xml', base64: '' }],
    ['data:image/svg+xml,<svg/>', { type: '' }],
    ['data:image/png;charset=utf-8;base64,AAAA', { type: '' }],
    ['data:', { type: '' }],
  ])('is parsed from the data URL %j', (address, parts) => {
    expect(parseDataUrl(address)).toMatchObject(parts)
  })

  test.each(['', 'DATA:image/png;base64,AAAA', '/media/x.jpg', 'blob:data:'])('is not in %j', (address) => {
    expect(parseDataUrl(address)).toBeNull()
  })

  test.each([0, 1, 2, 3, 4, 1000])('of %i bytes is measured from its base64', (bytes) => {
    expect(base64ByteLength(btoa('x'.repeat(bytes)))).toBe(bytes)
  })
})

test.each([
  ['Still Water.jpg', 'Still Water'],
  ['dusk.at.sea.JPEG', 'dusk.at.sea'],
  ['dusk', 'dusk'],
  [' dusk .png', 'dusk'],
  ['.png', 'Picture'],
  ['', 'Picture'],
  ['水面.gif', '水面'],
])('[PIC-02] %j becomes %j', (fileName, name) => {
  expect(pictureNameFromFile(fileName)).toBe(name)
})

test('[PIC-02] a long name is truncated to the limit, between characters', () => {
  for (const long of [`${'n'.repeat(300)}.png`, `${'n'.repeat(99)}🌊.png`, `${'n'.repeat(98)} 🌊.png`]) {
    const name = pictureNameFromFile(long)
    expect(name.length).toBeLessThanOrEqual(pictureNameMaxChars)
    const parsed = picturesCalls.addPicture.body?.safeParse({ name, imageData: 'data:' })
    expect(parsed).toMatchObject({ success: true, data: { name } })
  }
})

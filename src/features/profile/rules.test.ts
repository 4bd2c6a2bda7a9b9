// When a profile is complete, and what of it can be changed.
import { describe, expect, test } from 'vitest'
import { hashInAddress, isProfileComplete, pictureAddress, profileIssues } from './rules.ts'

const sha256 = 'a1'.repeat(32)
const whole = { name: 'Mia', email: 'mia@example.org', profilePicture: pictureAddress(sha256) }

describe('a profile', () => {
  test.each([
    [whole, true],
    [{ ...whole, name: '' }, false],
    [{ ...whole, email: '' }, false],
    [{ ...whole, profilePicture: '' }, false],
    [{ ...whole, profilePicture: null }, false],
  ])('[PROF-16] is complete with name, address and picture: %#', (facts, complete) => {
    expect(isProfileComplete(facts)).toBe(complete)
  })
})

describe('the address of a picture', () => {
  test('holds its hash', () => {
    expect(hashInAddress(pictureAddress(sha256))).toBe(sha256)
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
  ])('is no other: %j', (address) => {
    expect(hashInAddress(address)).toBeNull()
  })
})

describe('what keeps a profile from being saved', () => {
  const paths = (
    wished: Partial<typeof whole>,
    offered: boolean,
    present: { profilePicture: string | null } = whole,
  ) =>
    profileIssues({ ...whole, ...wished }, { email: whole.email, ...present }, offered).map(
      ({ path }) => path,
    )

  test('nothing, when the address stays and the picture stays or is on offer', () => {
    expect(paths({}, false)).toEqual([])
    expect(paths({ profilePicture: '/media/other.jpg' }, true)).toEqual([])
    expect(paths({ email: 'MIA@example.org' }, false)).toEqual([])
  })
  test('another address, or a picture that is not on offer', () => {
    expect(paths({ email: 'other@example.org' }, true)).toEqual(['email'])
    expect(paths({ profilePicture: '/media/other.jpg' }, false)).toEqual(['profilePicture'])
    expect(paths({}, false, { profilePicture: null })).toEqual(['profilePicture'])
    expect(paths({ email: 'other@example.org', profilePicture: 'x' }, false)).toEqual([
      'email',
      'profilePicture',
    ])
  })
})

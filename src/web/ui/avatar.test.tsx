// Avatars: initials, hues, and a picture that fails to load.
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar, hueOf, initialsOf } from './avatar.tsx'

test.each([
  ['Ana Ribeiro', 'AR'],
  ['Per-Olof von Sydow', 'PS'],
  ['mei', 'ME'],
  ['Z', 'Z'],
  ['  Lena   Oduya ', 'LO'],
  ['🌊 Wave', '🌊W'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a hue is the same for the same id, and neighbours are far apart', () => {
  expect(hueOf(41)).toBe(hueOf('41'))
  const apart = Math.abs(hueOf(41) - hueOf(42))
  expect(Math.min(apart, 360 - apart)).toBeGreaterThan(60)
})

test('a picture that fails to load is replaced by the initials', () => {
  render(<Avatar id={1} name="Ana Ribeiro" label="Ana Ribeiro" src="/gone.jpg" />)
  const avatar = screen.getByRole('img', { name: 'Ana Ribeiro' })
  const picture = avatar.querySelector('img')
  expect(picture?.getAttribute('loading')).toBe('lazy')
  if (picture) fireEvent.error(picture)
  expect(avatar.querySelector('img')).toBeNull()
  expect(avatar.dataset.initials).toBe('AR')
})

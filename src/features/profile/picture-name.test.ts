// Default names of stock pictures, from file names.
import { expect, test } from 'vitest'
import { pictureNameMaxChars } from '#shared/constants.ts'
import { picturesCalls } from './contract.ts'
import { pictureNameFromFile } from './picture-name.ts'

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

// The pictures of the sky in letters: their names and their colors.
import { expect, test } from 'vitest'
import { skyBeforeBell, skyMomentOf, skyPictureColor, skyPicturePath, skyPictureSvg } from './sky-picture.ts'

test('[LETTER-03] a bell has the sky of the quarter hour before it', () => {
  expect(skyBeforeBell(19 * 60)).toEqual({ bell: 76, at: 75 })
  expect(skyBeforeBell(7 * 60 + 10)).toEqual({ bell: 29, at: 28 })
  expect(skyBeforeBell(0)).toEqual({ bell: 0, at: 95 })
  expect(skyBeforeBell(23 * 60 + 55)).toEqual({ bell: 0, at: 95 })
})

test('[LETTER-04] each address stands for one moment in one hue', () => {
  for (const hue of [null, 0, 205])
    for (const moment of [
      { bell: 0, at: 95 },
      { bell: 76, at: 75 },
    ]) {
      const name = skyPicturePath(moment, hue).replace(/^.*\/|[.]jpg$/g, '')
      expect([name, skyMomentOf(name, hue)]).toEqual([name, moment])
      expect(skyMomentOf(name, 60)).toBeNull()
    }
})

test('[LETTER-03] the sun stands over the water before an evening’s bell; at night the moon and the stars do', () => {
  const [evening, night] = [
    { bell: 76, at: 75 },
    { bell: 76, at: 92 },
  ].map((moment) => skyPictureSvg(moment, null))
  expect(evening).not.toContain('stroke-linecap')
  expect(night).toContain('stroke-linecap="round"')
  expect(skyPictureColor({ bell: 76, at: 75 })).toMatch(/^#[0-9a-f]{6}$/)
  expect(skyPictureColor({ bell: 76, at: 75 })).not.toBe(skyPictureColor({ bell: 76, at: 92 }))
})

test('[LETTER-03] the community’s hue colors the hills, and leaves the sky', () => {
  const [plain, teal] = [null, 205].map((hue) => skyPictureSvg({ bell: 76, at: 75 }, hue))
  const fills = (svg = '') => [...svg.matchAll(/<path d="[^"]+" fill="(#\w+)"/g)].map(([, color]) => color)
  expect(fills(plain)).toHaveLength(4)
  const changed = fills(plain).map((color, index) => color !== fills(teal)[index])
  expect(changed).toEqual([false, true, true, true])
  const stops = (svg = '') => svg.match(/stop-color="#\w+"/g)
  expect(stops(teal)?.slice(0, 8)).toEqual(stops(plain)?.slice(0, 8))
})

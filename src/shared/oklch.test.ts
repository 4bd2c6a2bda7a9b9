// Colors of OKLCH in sRGB, against those of culori.
import { converter, formatHex } from 'culori'
import { expect, test } from 'vitest'
import { oklchHex, withHue } from './oklch.ts'

test('[LETTER-02] a color of OKLCH is written as sRGB has it', () => {
  expect(oklchHex(0.37, 0.085, 305)).toBe(formatHex('oklch(37% 0.085 305)'))
  expect(oklchHex(0.865, 0.055, 300)).toBe(formatHex('oklch(86.5% 0.055 300)'))
  expect([oklchHex(0, 0, 0), oklchHex(1, 0, 0)]).toEqual(['#000000', '#ffffff'])
})

test('[LETTER-03] another hue leaves lightness and chroma', () => {
  const read = converter('oklch')
  const [color, turned] = [read('#4c4a85'), read(withHue('#4c4a85', 210))]
  expect(turned?.l).toBeCloseTo(color?.l ?? 0, 2)
  expect(turned?.h).toBeCloseTo(210, -1)
  expect(turned?.c).toBeLessThanOrEqual((color?.c ?? 0) + 0.002)
  expect(withHue('#67629f', read('#67629f')?.h ?? 0)).toBe('#67629f')
  expect(read(withHue('#4c4a85', 280, 0.5))?.c).toBeCloseTo((color?.c ?? 0) / 2, 2)
})

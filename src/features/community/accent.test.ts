// The accent's colors: contrast with what they stand on, inside sRGB, for every hue of both themes.
import { converter, inGamut, wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { accentOf, hueError } from './accent.ts'

test('[COM-03] every hue keeps its contrast in both themes, and lies within sRGB', () => {
  const rgb = converter('rgb')
  const isInSrgb = inGamut('rgb')
  const surfaces = {
    light: {
      ink3: 'oklch(52.5% 0.022 310)',
      onPrimary: 'oklch(98.5% 0.006 80)',
      sunken: 'oklch(95.5% 0.008 75)',
    },
    dark: {
      ink3: 'oklch(68.5% 0.022 300)',
      onPrimary: 'oklch(21.5% 0.05 300)',
      sunken: 'oklch(15.5% 0.02 292)',
    },
  }
  const contrast = (a: string, b: string) => wcagContrast(rgb(a) ?? a, rgb(b) ?? b)
  for (let hue = 0; hue < 360; hue += 1) {
    const accent = accentOf(hue)
    for (const theme of ['light', 'dark'] as const) {
      const { primary, primarySoft, focus } = accent[theme]
      const { ink3, onPrimary, sunken } = surfaces[theme]
      for (const color of [primary, primarySoft, focus])
        expect([color, isInSrgb(color)]).toEqual([color, true])
      expect(contrast(primary, onPrimary)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(primary, sunken)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(ink3, primarySoft)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(focus, sunken)).toBeGreaterThanOrEqual(3)
    }
  }
})

test('[COM-03] hues near those of errors and success are refused with the reason', () => {
  const refused = Array.from({ length: 360 }, (_, hue) => hue).filter((hue) => hueError(hue) !== null)
  const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  expect(refused).toEqual([...span(7, 37), ...span(143, 173)])
  expect(hueError(22)).toBe('Hues from 7 to 37 look like the red of errors. Please choose another one.')
})

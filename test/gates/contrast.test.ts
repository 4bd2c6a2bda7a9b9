// Gate: the colors of text reach the contrast of WCAG AA on every background of both themes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../../src/web/styles/tokens.css'), 'utf8')
const [light = '', dark = ''] = css.split("[data-theme='dark']")

const inks = ['ink', 'ink-2', 'ink-3', 'primary', 'danger', 'success']
const backgrounds = ['bg', 'surface', 'sunken', 'primary-soft', 'danger-soft', 'success-soft']
const levels = ['none', 'root', 'sacral', 'solar', 'heart', 'throat', 'third-eye', 'crown']
const pairs = [
  ...inks.flatMap((ink) => backgrounds.map((background) => [ink, background] as const)),
  ...levels.map((level) => [`c-${level}-text`, `c-${level}-soft`] as const),
  ['on-primary', 'primary'] as const,
]

/** The relative luminance of an opaque `oklch(L% C h)` token (CSS Color 4). */
function luminanceOf(theme: string, token: string): number {
  const [, lightness = '', chroma = '', hue = ''] =
    new RegExp(`--${token}: oklch\\(([\\d.]+)% ([\\d.]+) ([\\d.]+)\\)`).exec(theme) ?? []
  if (lightness === '') throw new Error(`The token --${token} is no opaque oklch color.`)
  const angle = (Number(hue) * Math.PI) / 180
  const [l, a, b] = [
    Number(lightness) / 100,
    Number(chroma) * Math.cos(angle),
    Number(chroma) * Math.sin(angle),
  ]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const [red, green, blue] = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((channel) => Math.min(1, Math.max(0, channel))) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each([
  ['light', light],
  ['dark', dark],
])('[SHELL-39] in the %s theme text has a contrast of at least 4.5:1 on every background', (_, theme) => {
  const tooLow = pairs.flatMap(([ink, background]) => {
    const [low = 0, high = 0] = [ink, background]
      .map((token) => luminanceOf(theme, token) + 0.05)
      .toSorted((a, b) => a - b)
    const contrast = high / low
    return contrast < 4.5 ? [`${ink} on ${background}: ${contrast.toFixed(2)}`] : []
  })
  expect(tooLow).toEqual([])
})

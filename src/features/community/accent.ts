// The accent: three colors of both themes that follow the community's hue (COM-03). Lightness and chroma are the
// product's own, so the contrast of every pair stays; chroma is lowered where sRGB has no such color.
import { t } from '#shared/i18n/t.ts'
import { largestChroma, oklchHex } from '#shared/oklch.ts'

interface Accent {
  primary: string
  primarySoft: string
  focus: string
}

interface Accents {
  light: Accent
  dark: Accent
}

/** Lightness and chroma of the tokens of `web/styles/tokens.css`. */
const tones = {
  light: { primary: [0.37, 0.085], primarySoft: [0.94, 0.022], focus: [0.5, 0.14] },
  dark: { primary: [0.865, 0.055], primarySoft: [0.31, 0.045], focus: [0.78, 0.12] },
} as const

/** An accent within these degrees of them would read as an error or as a success. */
const hueDistanceMin = 15
const reservedHues = [
  {
    hue: 22,
    error: (bounds: { from: number; to: number }) =>
      t('Hues from {from} to {to} look like the red of errors. Please choose another one.', bounds),
  },
  {
    hue: 158,
    error: (bounds: { from: number; to: number }) =>
      t('Hues from {from} to {to} look like the green of success. Please choose another one.', bounds),
  },
] as const

/** Why a hue can't be the accent, or null. */
export function hueError(hue: number): string | null {
  const reserved = reservedHues.find((each) => Math.abs(each.hue - hue) <= hueDistanceMin)
  if (!reserved) return null
  return reserved.error({ from: reserved.hue - hueDistanceMin, to: reserved.hue + hueDistanceMin })
}

/** The colors of a hue, 0 to 359, as CSS colors. */
export function accentOf(hue: number): Accents {
  const colorsOf = (tone: (typeof tones)[keyof typeof tones]): Accent => ({
    primary: cssColor(tone.primary, hue),
    primarySoft: cssColor(tone.primarySoft, hue),
    focus: cssColor(tone.focus, hue),
  })
  return { light: colorsOf(tones.light), dark: colorsOf(tones.dark) }
}

/** The color of buttons in mails, as #rrggbb: mail programs don't know `oklch()`. The product's own without a hue. */
export function mailAccent(hue: number | null): Record<'light' | 'dark', string> {
  if (hue === null) return { light: '#43295d', dark: '#d8c7ef' }
  const colorOf = (theme: 'light' | 'dark') => {
    const [lightness, chroma] = tones[theme].primary
    return oklchHex(lightness, chroma, hue)
  }
  return { light: colorOf('light'), dark: colorOf('dark') }
}

/** The style sheet of a hue, for after `web/styles/tokens.css`, whose selectors it repeats; null without a hue. */
export function accentStyle(hue: number | null): string | null {
  if (hue === null) return null
  const { light, dark } = accentOf(hue)
  const rules = ({ primary, primarySoft, focus }: Accent) =>
    `{--primary:${primary};--primary-soft:${primarySoft};--focus:${focus}}`
  const darkSelectors =
    "[data-theme='dark'],.lights-down,[data-lights] :is([role='menu'],[role='dialog'],[role='alertdialog']),[data-lights] .dark-sheet:is([data-open='true'],:has(.announced))"
  return `:root${rules(light)}${darkSelectors}${rules(dark)}`
}

function cssColor([lightness, chroma]: readonly [number, number], hue: number): string {
  const percent = (lightness * 100).toFixed(1)
  return `oklch(${percent}% ${largestChroma(lightness, chroma, hue).toFixed(4)} ${hue})`
}

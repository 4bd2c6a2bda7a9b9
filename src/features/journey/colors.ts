// Journey colors: the decorative glow ramp from No Awareness to Crown.
import { topLevel } from './figure.ts'

export type JourneyTheme = 'light' | 'dark'

/** Lightness 0 to 1, chroma, hue in degrees. */
type Oklch = readonly [number, number, number]

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** By level, 0 to 7. For the canvas only: they are too bright for text and never carry information alone. */
const ramps: Record<JourneyTheme, readonly Oklch[]> = {
  light: [
    [0.56, 0.012, 300],
    [0.66, 0.19, 24],
    [0.75, 0.16, 52],
    [0.84, 0.15, 88],
    [0.72, 0.15, 152],
    [0.68, 0.13, 242],
    [0.52, 0.18, 283],
    [0.68, 0.17, 318],
  ],
  dark: [
    [0.62, 0.015, 300],
    [0.66, 0.21, 24],
    [0.74, 0.17, 52],
    [0.86, 0.16, 88],
    [0.76, 0.16, 152],
    [0.72, 0.14, 242],
    [0.6, 0.2, 283],
    [0.72, 0.18, 318],
  ],
}

/** Shades from one level to the next. */
export const shadesPerLevel = 8
export const shadeCount = topLevel * shadesPerLevel + 1

/** The index of a level's shade; fractional levels are allowed. */
export function shadeOf(level: number): number {
  return Math.min(shadeCount - 1, Math.max(0, Math.round(level * shadesPerLevel)))
}

/** The shades from No Awareness to Crown, mixed in OKLab to keep the colors between two hues clear. */
export function shadesOf(theme: JourneyTheme): Rgb[] {
  const labs = ramps[theme].map(([lightness, chroma, hue]) => {
    const radians = (hue * Math.PI) / 180
    return [lightness, chroma * Math.cos(radians), chroma * Math.sin(radians)] as const
  })
  return Array.from({ length: shadeCount }, (_, shade) => {
    const level = Math.min(topLevel - 1, Math.floor(shade / shadesPerLevel))
    const part = shade / shadesPerLevel - level
    const from = labs[level] ?? [0, 0, 0]
    const to = labs[level + 1] ?? from
    const mix = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * part
    return rgbOf(mix(0), mix(1), mix(2))
  })
}

/** OKLab to sRGB, clipped to the gamut. */
function rgbOf(lightness: number, a: number, b: number): Rgb {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    byteOf(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    byteOf(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    byteOf(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

function byteOf(linear: number): number {
  const clamped = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055))
}

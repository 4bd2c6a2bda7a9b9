// The pictures of the sky in letters. Each is named by a bell, a time and the community's hue alone: so one address
// serves all readers, and says nothing about them.
import { minuteMs } from '../durations.ts'
import { withHue } from '../oklch.ts'
import { sceneSvg } from './scene-svg.ts'
import { sceneColors, type ColorName, type SceneColors } from './scene.ts'
import { skyAt, type Sky } from './sky.ts'

/** Both in quarter hours of the day, 0 to 95. */
export interface SkyMoment {
  bell: number
  /** The time of the picture. */
  at: number
}

const quarterHours = 96
const quarterHourMs = 15 * minuteMs
const horizon = 0.66

/** In px of a letter; the file has twice as many for fine screens. */
export const skyPictureSize = { width: 560, height: 180 }
const fileScale = 2

/** Skies of mails that belong to no sitting. Their bells are at 6:15 AM, 12:30 PM and 7 PM. */
export const mailSkies = {
  morning: { bell: 25, at: 26 },
  noon: { bell: 50, at: 49 },
  evening: { bell: 76, at: 75 },
  night: { bell: 76, at: 92 },
} as const satisfies Record<string, SkyMoment>

/** The sky in the quarter hour before a bell, with the bell in minutes of the day. */
export function skyBeforeBell(bellMinutes: number): SkyMoment {
  const bell = Math.round(bellMinutes / 15) % quarterHours
  return { bell, at: (bell + quarterHours - 1) % quarterHours }
}

/** The address of a picture, below the community's origin. `hue` is the community's, or null. */
export function skyPicturePath({ bell, at }: SkyMoment, hue: number | null): string {
  return `${skyPictureFolder}${[bell, at, ...(hue === null ? [] : [hue])].join('-')}.jpg`
}

export const skyPictureFolder = '/pictures/sky/'

/** The moment that a name such as '76-75' stands for, in a community of this hue; null for every other spelling. */
export function skyMomentOf(name: string, hue: number | null): SkyMoment | null {
  const [bell = -1, at = -1] = name.split('-').map(Number)
  const isMoment = [bell, at].every(
    (quarter) => Number.isInteger(quarter) && quarter >= 0 && quarter < quarterHours,
  )
  const isItsName = skyPicturePath({ bell, at }, hue) === `${skyPictureFolder}${name}.jpg`
  return isMoment && isItsName ? { bell, at } : null
}

/** The picture as an SVG file. */
export function skyPictureSvg(moment: SkyMoment, hue: number | null): string {
  const sky = skyOf(moment)
  const { width, height } = skyPictureSize
  return sceneSvg({
    sky,
    width: width * fileScale,
    height: height * fileScale,
    horizon,
    color: colorsOf(sky, hue),
  })
}

/** A color for its place while it isn't loaded, as #rrggbb. */
export function skyPictureColor(moment: SkyMoment): string {
  return sceneColors(skyOf(moment), 'light')('sky')
}

function skyOf({ bell, at }: SkyMoment): Sky {
  // A minute later the sky of a quarter hour is complete.
  return skyAt((at - bell) * quarterHourMs + minuteMs, bell * 15)
}

const hills: ReadonlySet<ColorName> = new Set(['far', 'near', 'shore'])
/** Hills are hazier than the sky behind them, whatever their hue. */
const hillChromaShare = 0.6

/** The hills have the community's hue; sky, sun and water stay as they are. */
function colorsOf(sky: Sky, hue: number | null): SceneColors {
  const color = sceneColors(sky, 'light')
  if (hue === null) return color
  return (name) => (hills.has(name) ? withHue(color(name), hue, hillChromaShare) : color(name))
}

// The drawing of the still water: its colors and its elements, for pages (`web/ui/dawn-scene.tsx`) and for pictures
// (`scene-svg.ts`).
import { clamp, type Sky } from './sky.ts'

/** By day, in the golden hour and at night. */
type Shades = readonly [day: string, gold: string, night: string]

/** Of the sky from its top to the horizon, of the sun, and of the hills; `shore` is the nearest one. */
export type ColorName = 'zenith' | 'sky' | 'haze' | 'horizon' | 'sun' | 'far' | 'near' | 'shore'

/** Gives a color as #rrggbb. */
export type SceneColors = (name: ColorName) => string

const palettes: Record<'light' | 'dark', Record<ColorName, Shades>> = {
  light: {
    zenith: ['#86a8d4', '#35427c', '#1f2249'],
    sky: ['#bccbe8', '#5e5797', '#303361'],
    haze: ['#e9e0ea', '#b17f9f', '#524f80'],
    horizon: ['#fbecd3', '#f8c694', '#85769a'],
    sun: ['#fffaf0', '#fff0d6', '#f3ecdf'],
    far: ['#a2aed2', '#67629f', '#2b2c56'],
    near: ['#858fba', '#4c4a85', '#212247'],
    shore: ['#5d678f', '#2f2f61', '#181939'],
  },
  dark: {
    zenith: ['#252b55', '#171433', '#0b0a1e'],
    sky: ['#454a7d', '#3b2f63', '#151331'],
    haze: ['#77719c', '#8c5c82', '#262048'],
    horizon: ['#bfa39b', '#e0a27e', '#463a63'],
    sun: ['#ffe9cc', '#ffe3bd', '#efe6da'],
    far: ['#373a66', '#2d2654', '#15132e'],
    near: ['#2a2d5a', '#221c45', '#100e25'],
    shore: ['#1c1e3f', '#181335', '#0b0a1c'],
  },
}

/** The colors of a sky: from gold towards those of the day, then towards those of the night. */
export function sceneColors(sky: Sky, theme: 'light' | 'dark'): SceneColors {
  return (name) => mix(palettes[theme][name], sky)
}

type Channels = [day: number, gold: number, night: number]

function mix(shades: Shades, sky: Sky): string {
  const channels = [1, 3, 5].map((start) => {
    const [day, gold, night] = shades.map((shade) => Number(`0x${shade.slice(start, start + 2)}`)) as Channels
    const light = gold + (day - gold) * sky.day
    return Math.round(light + (night - light) * sky.night)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** An element of the drawing, with the names of its attributes as React has them. */
export interface SceneElement {
  tag: 'circle' | 'defs' | 'g' | 'linearGradient' | 'path' | 'radialGradient' | 'rect' | 'stop'
  attributes: SceneAttributes
  /** False in the place of one that isn't drawn. */
  children?: readonly (SceneElement | false)[] | undefined
}

export type SceneAttributes = Readonly<Record<string, string | number>>

interface SceneInput {
  sky: Sky
  color: SceneColors
  /** Width by height. */
  aspect: number
  /** The horizon as a share of the height, from the top. */
  horizon: number
  /** Words lie on its sky: a high sun isn't drawn behind them. */
  hasWords?: boolean | undefined
  /** Prefix of the ids in the drawing. */
  id: string
}

interface Scene {
  viewBox: string
  elements: readonly (SceneElement | false)[]
}

/**
 * The drawing in a picture of any shape. Its coordinates begin at the sun's place on the water: the middle of the
 * horizon.
 */
export function drawScene({ sky, color, aspect, horizon, hasWords, id }: SceneInput): Scene {
  const width = clamp(941 * aspect, 760, 1600)
  const height = width / aspect
  const skyHeight = horizon * height
  const waterHeight = height - skyHeight
  const scale = height / 900
  const { day, night } = sky
  const sunX = sky.sunX * width
  const sunHeight = Math.min(sky.sunHeight, skyHeight - 64)
  const sunlight = clamp(1 - 1.4 * night) * (hasWords ? clamp(2.6 - (10 * sunHeight) / height) : 1)
  const moonX = 0.36 * width
  // Above the words that a tall picture has in its sky.
  const moonHeight = (width < 1000 ? 0.9 : 0.74) * skyHeight
  const moonlight = clamp((night - 0.4) / 0.6)
  const fill = (name: string) => `url(#${id}${name})`
  return {
    viewBox: `${-width / 2} ${-skyHeight} ${width} ${height}`,
    elements: [
      gradients(color, id),
      element('rect', { x: -800, y: -skyHeight, width: 1600, height: skyHeight, fill: fill('sky') }),
      night > 0 && element('g', { opacity: 0.9 * night, stroke: '#fff', strokeLinecap: 'round' }, starPaths),
      element(
        'g',
        {
          opacity: moonlight,
          transform: `translate(${moonX} ${-moonHeight})scale(${clamp(scale, 0.62, 1)})`,
        },
        [
          element('circle', { r: 210, fill: fill('glow'), opacity: 0.16 }),
          element('path', { d: 'M7-29A30 30 0 1 0 27 14 25 25 0 1 1 7-29z', fill: '#f6efe2' }),
        ],
      ),
      element('g', { opacity: sunlight, transform: `translate(${sunX} ${-sunHeight})` }, [
        element('circle', { r: 330, fill: fill('glow'), opacity: 0.85 }),
        element('circle', { r: 50, fill: color('sun') }),
      ]),
      element('path', { d: farHills, fill: color('far') }),
      element('path', { d: nearHills, fill: color('near') }),
      element('rect', { x: -800, width: 1600, height: waterHeight, fill: fill('water') }),
      element('rect', { x: -800, y: -6, width: 1600, height: 12, fill: fill('edge') }),
      pathOfLight(sunX, (1 - night) ** 1.5 * (1 - 0.6 * day), { breadth: 1, fill: color('sun') }),
      pathOfLight(moonX, 0.28 * moonlight, { breadth: 0.55, fill: color('sun') }),
      element('path', {
        d: bank,
        fill: color('shore'),
        transform: `translate(0 ${waterHeight + 2})scale(1 ${clamp(scale, 0.5, 1.25)})`,
      }),
    ],
  }
}

const element = (
  tag: SceneElement['tag'],
  attributes: SceneAttributes,
  children?: SceneElement['children'],
): SceneElement => ({ tag, attributes, children })

const farHills = 'M-800-108C-670-164-520-222-390-208S-150-88 0-84 250-186 410-204 680-164 800-132V46H-800z'
const nearHills = 'M-800-38C-650-82-500-100-360-62S-100-17 0-16 320-58 440-72 700-54 800-60V46H-800z'
const bank = 'M-800 400V-66C-680-96-540-72-400-42S-110-12 0-13 280-28 440-50 700-88 800-74V400z'

function gradients(color: SceneColors, id: string): SceneElement {
  const gradient = (
    name: string,
    attributes: SceneAttributes,
    stops: readonly (readonly [offset: number, color: string, opacity?: number])[],
  ) =>
    element(
      name === 'glow' ? 'radialGradient' : 'linearGradient',
      { id: id + name, ...attributes },
      stops.map(([offset, stopColor, stopOpacity = 1]) =>
        element('stop', { offset, stopColor, stopOpacity }),
      ),
    )
  /** From top to bottom, in units of the drawing. */
  const down = (y1: number, y2: number) => ({ gradientUnits: 'userSpaceOnUse', y1, x2: 0, y2 })
  return element('defs', {}, [
    gradient('sky', down(-744, 0), [
      [0, color('zenith')],
      [0.42, color('sky')],
      [0.76, color('haze')],
      [1, color('horizon')],
    ]),
    gradient('glow', {}, [
      [0, color('sun')],
      [0.2, color('sun'), 0.78],
      [0.55, color('sun'), 0.17],
      [1, color('sun'), 0],
    ]),
    gradient('edge', { x2: 0, y2: 1 }, [
      [0, color('horizon'), 0],
      [0.5, color('horizon')],
      [1, color('horizon'), 0],
    ]),
    gradient('water', down(0, 386), [
      [0, color('horizon')],
      [0.3, color('haze')],
      [1, color('near')],
    ]),
  ])
}

/** Four sizes of stars, each one path of dots. */
const starPaths = [0, 1, 2, 3].map((size) =>
  element('path', {
    d: Array.from({ length: 38 }, (_, index) => {
      const number = index * 4 + size
      return `M${((number * 619 + 131) % 1600) - 800} ${((number * 347 + (number % 7) * 61) % 1150) - 1214}h0`
    }).join(''),
    strokeWidth: 1.6 + size * 0.8,
    strokeOpacity: 0.35 + size * 0.2,
  }),
)

/** Strokes that widen and fade towards the shore, slightly offset. */
const strokes = Array.from({ length: 30 }, (_, index) => {
  const width = 54 + index * 12 + ((index * 73) % 90)
  return element('rect', {
    x: -width / 2 + (((index * 53) % 40) - 20),
    y: 9 + index * index * 0.42 + index * 2.4,
    width,
    height: 2 + index * 0.12,
    opacity: 0.62 - 0.019 * index,
    rx: 2,
  })
})

/** The reflection of the sun or the moon, each below its own light; false if none is seen. */
function pathOfLight(x: number, opacity: number, { breadth, fill }: { breadth: number; fill: string }) {
  return (
    opacity > 0.01 &&
    element('g', { fill, opacity, transform: `translate(${x})scale(${breadth} 1)` }, strokes)
  )
}

// The drawing of the still water as an SVG file: pictures for letters and link previews are made from it.
import { drawScene, sceneColors, type SceneAttributes, type SceneColors, type SceneElement } from './scene.ts'
import type { Sky } from './sky.ts'

interface SceneSvgInput {
  sky: Sky
  /** In px. */
  width: number
  height: number
  /** The horizon as a share of the height, from the top. */
  horizon: number
  /** By default those of the light theme. */
  color?: SceneColors
}

/** The drawing as the text of an SVG file. */
export function sceneSvg({
  sky,
  width,
  height,
  horizon,
  color = sceneColors(sky, 'light'),
}: SceneSvgInput): string {
  const { viewBox, elements } = drawScene({ sky, color, aspect: width / height, horizon, id: '' })
  const size = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox, preserveAspectRatio: 'none' }
  return `<svg${attributesText(size)}>${elements.map(elementText).join('')}</svg>`
}

function elementText(element: SceneElement | false): string {
  if (!element) return ''
  const { tag, attributes, children = [] } = element
  return `<${tag}${attributesText(attributes)}>${children.map(elementText).join('')}</${tag}>`
}

/** The attributes of SVG that have a hyphen; React writes them without. */
const hyphenated = new Map([
  ['stopColor', 'stop-color'],
  ['stopOpacity', 'stop-opacity'],
  ['strokeLinecap', 'stroke-linecap'],
  ['strokeOpacity', 'stroke-opacity'],
  ['strokeWidth', 'stroke-width'],
])

function attributesText(attributes: SceneAttributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${hyphenated.get(name) ?? name}="${value}"`)
    .join('')
}

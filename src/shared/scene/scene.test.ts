// The drawing of the still water: its colors, and the light on the water.
import { expect, test } from 'vitest'
import { drawScene, sceneColors } from './scene.ts'
import type { Sky } from './sky.ts'

const dusk: Sky = { sunX: 0, sunHeight: -70, day: 0, night: 0 }

test('[SHELL-40] colors are those of the golden hour, of the day and of the night, and between them', () => {
  const horizonOf = (light: Partial<Sky>) => sceneColors({ ...dusk, ...light }, 'light')('horizon')
  expect([{}, { day: 1 }, { night: 1 }, { night: 0.5 }].map(horizonOf)).toEqual([
    '#f8c694',
    '#fbecd3',
    '#85769a',
    '#bf9e97',
  ])
  expect(sceneColors(dusk, 'dark')('horizon')).toBe('#e0a27e')
})

/** Place and strength of each reflection on the water of a picture that is 1,600 units wide. */
function reflectionsOf(light: Partial<Sky>) {
  const sky = { ...dusk, ...light }
  const { elements } = drawScene({ sky, color: sceneColors(sky, 'light'), aspect: 2, horizon: 0.6, id: '' })
  return elements
    .filter((each) => each && each.tag === 'g' && each.attributes['fill'] !== undefined)
    .map((each) => each && [each.attributes['transform'], Number(each.attributes['opacity']).toFixed(2)])
}

test('[SHELL-40] sun and moon have each a path of light of their own, and none is between them', () => {
  const [sun, moon] = ['translate(-160)scale(1 1)', 'translate(576)scale(0.55 1)']
  const at = (night: number, day = 0) => reflectionsOf({ sunX: -0.1, night, day })
  expect(at(0)).toEqual([[sun, '1.00']])
  expect(at(0, 1)).toEqual([[sun, '0.40']])
  expect(at(0.4)).toEqual([[sun, '0.46']])
  expect(at(0.7)).toEqual([
    [sun, '0.16'],
    [moon, '0.14'],
  ])
  expect(at(1)).toEqual([[moon, '0.28']])
})

test('[SHELL-40] behind words a high sun isn’t there; at the bell it is', () => {
  const sunlightOf = (sunHeight: number, hasWords: boolean) => {
    const sky = { ...dusk, sunHeight }
    const color = sceneColors(sky, 'light')
    const { elements } = drawScene({ sky, color, aspect: 1.6, horizon: 0.62, hasWords, id: '' })
    const sun = elements.find(
      (each) => each && each.children?.some((part) => part && part.attributes['r'] === 50),
    )
    return sun && sun.attributes['opacity']
  }
  expect(sunlightOf(454, false)).toBe(1)
  expect(sunlightOf(454, true)).toBe(0)
  expect(sunlightOf(54, true)).toBe(1)
})

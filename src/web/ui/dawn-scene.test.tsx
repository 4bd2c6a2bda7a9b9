// The drawn water in pictures of every shape.
import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { sceneSvg } from '#shared/scene/scene-svg.ts'
import { skyAt } from '#shared/scene/sky.ts'
import { DawnScene, sceneHorizon } from './dawn-scene.tsx'

afterEach(() => vi.restoreAllMocks())

const atTheBell = skyAt(0, 19 * 60)

/** The part of the scene that a picture of this size shows. */
function viewOf(width: number, height: number, horizon?: number) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, height))
  const { container } = render(<DawnScene sky={atTheBell} {...(horizon !== undefined && { horizon })} />)
  const viewBox = container.querySelector('svg')?.getAttribute('viewBox') ?? ''
  const [left = 0, top = 0, viewWidth = 0, viewHeight = 0] = viewBox.split(' ').map(Number)
  return { left, top, width: viewWidth, height: viewHeight }
}

test.each([
  [896, 376, 1600],
  [844, 390, 1600],
  [390, 295, 1244],
  [360, 640, 760],
  [1800, 200, 1600],
])('[SHELL-40] in a picture of %s × %s px the horizon and the middle stay', (width, height, units) => {
  const view = viewOf(width, height)
  expect(Math.round(view.width)).toBe(units)
  expect(view.width / view.height).toBeCloseTo(width / height)
  expect(-view.top / view.height).toBeCloseTo(sceneHorizon)
  expect(-view.left / view.width).toBeCloseTo(0.5)
})

test('[SHELL-40] words can raise the sky', () => {
  const view = viewOf(390, 295, 0.78)
  expect(-view.top / view.height).toBeCloseTo(0.78)
})

/** The elements of a drawing in their order, each with its attributes, without the prefix of its ids. */
function elementsOf(svg: Element, id = '') {
  return [...svg.querySelectorAll('*')].map((element) => {
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value.replace(id, '')}`)
    return [element.localName, ...attributes.toSorted()].join(' ')
  })
}

const tenSkies = [
  ...[-13, -7, -2, -0.5, -0.01, 0.5, 1, 4].map((hours) => skyAt(hours * hourMs, 19 * 60)),
  skyAt(hourMs / 3, 6.25 * 60),
  skyAt(-hourMs, 12 * 60),
]

test.each(tenSkies)(
  '[LETTER-03] a picture and a page have the same drawing, element by element: %o',
  (sky) => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 560, 180))
    const { container } = render(<DawnScene sky={sky} horizon={0.66} />)
    const drawn = container.querySelector('svg')!
    const id = drawn.querySelector('[id$=sky]')?.id.replace(/sky$/, '') ?? ''
    const file = new DOMParser().parseFromString(
      sceneSvg({ sky, width: 1120, height: 360, horizon: 0.66 }),
      'image/svg+xml',
    ).documentElement
    expect(elementsOf(file)).toEqual(elementsOf(drawn, id))
    expect(file.getAttribute('viewBox')).toBe(drawn.getAttribute('viewBox'))
    expect(id).not.toBe('')
  },
)

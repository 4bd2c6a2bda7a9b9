// The drawn water in pictures of every shape.
import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DawnScene, sceneHorizon } from './dawn-scene.tsx'
import { skyAt } from './sky.ts'

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

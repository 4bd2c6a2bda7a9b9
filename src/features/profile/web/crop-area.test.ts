// Crop geometry: initial area and selected square.
import { expect, test } from 'vitest'
import { cropSquareOf, initialCropArea } from './crop-area.ts'

test.each([
  [1000, 1000, { x: 20, y: 20, width: 60, height: 60 }, { x: 200, y: 200, side: 600 }],
  [1600, 900, { x: 33.125, y: 20, width: 33.75, height: 60 }, { x: 530, y: 180, side: 540 }],
  [900, 1600, { x: 20, y: 33.125, width: 60, height: 33.75 }, { x: 180, y: 530, side: 540 }],
])(
  '[PROF-10] the crop of a %i by %i picture starts centered at 60 % of the shorter side',
  (w, h, area, square) => {
    expect(initialCropArea(w, h)).toEqual({ unit: '%', ...area })
    const { x, y, side } = cropSquareOf(initialCropArea(w, h), w, h)
    expect([x, y, side].map((part) => Math.round(part * 1000) / 1000)).toEqual([
      square.x,
      square.y,
      square.side,
    ])
  },
)

test.each([
  [{ x: 90, y: 90, width: 20, height: 20 }, 100, 100],
  [{ x: -5, y: 0, width: 110, height: 110 }, 640, 480],
  [{ x: 50, y: 50, width: 0, height: 0 }, 640, 480],
  [{ x: 0, y: 0, width: 100, height: 100 }, 1, 1],
  [{ x: 0, y: 0, width: 100, height: 100 }, 4000, 4],
])('after any drag the square stays within the picture: %#', (area, width, height) => {
  const { x, y, side } = cropSquareOf({ unit: '%', ...area }, width, height)
  expect(side).toBeGreaterThanOrEqual(1)
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
  expect(x + side).toBeLessThanOrEqual(width)
  expect(y + side).toBeLessThanOrEqual(height)
})

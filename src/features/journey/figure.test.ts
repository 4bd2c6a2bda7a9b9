// Journey figure: geometry, colors, and placement in panes of all shapes.
import { describe, expect, test } from 'vitest'
import { shadeCount, shadeOf, shadesOf } from './colors.ts'
import {
  bodyPath,
  figure,
  foldsPath,
  levelAtHeight,
  levelHeight,
  lineFactor,
  petalCounts,
  petalsOf,
  placeFigure,
  topLevel,
} from './figure.ts'

test('the levels are stacked, with No Awareness below Root', () => {
  const heights = [...figure.levelY]
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  expect(levelHeight(0)).toBeGreaterThan(levelHeight(1))
  expect(levelHeight(0)).toBeGreaterThan(figure.seatY)
  for (const level of [0, 0.5, 1, 2.25, 6.9, 7]) expect(levelAtHeight(levelHeight(level))).toBeCloseTo(level)
  expect([levelAtHeight(999), levelAtHeight(-999)]).toEqual([0, topLevel])
})

test('the rosettes have their traditional number of petals, each within its circle', () => {
  expect(levelsOf((level) => petalsOf(level).length)).toEqual([0, 4, 6, 10, 12, 16, 2, 20])
  expect(levelsOf((level) => petalsOf(level).length)).toEqual([...petalCounts])
  for (const petal of levelsOf(petalsOf).flat()) {
    expect(Math.hypot(petal.x, petal.y) + petal.length).toBeLessThan(1.5)
    expect(Math.min(petal.length, petal.breadth)).toBeGreaterThan(0)
  }
})

test('outline and folds are complete, symmetrical paths', () => {
  expect(bodyPath).toMatch(/^M0 46C[-\d. CMZ]+Z$/)
  expect(bodyPath.match(/Z/g)).toHaveLength(3)
  expect(foldsPath).toMatch(/^M[-\d. CM]+$/)
  const xs = pointsOf(bodyPath).map(([x]) => x)
  expect(xs.reduce((sum, x) => sum + x, 0)).toBeCloseTo(0)
  const astray = pointsOf(bodyPath + foldsPath).filter(
    ([x, y]) => Math.abs(x) > figure.right - 40 || y < 0 || y > figure.seatY + 2,
  )
  expect(astray).toEqual([])
})

describe('the figure in its area', () => {
  test.each([
    ['a desktop', { left: 0, top: 72, width: 1040, height: 684 }],
    ['a phone', { left: 0, top: 72, width: 390, height: 412 }],
    ['a small phone', { left: 0, top: 72, width: 320, height: 260 }],
    ['a phone on its side', { left: 16, top: 16, width: 540, height: 278 }],
    ['4K', { left: 0, top: 72, width: 3440, height: 1944 }],
  ])('on %s it is centered and as large as its glow allows', (_, room) => {
    const { scale, x, y } = placeFigure(room)
    const edges = {
      left: x + scale * figure.left - room.left,
      right: room.left + room.width - (x + scale * figure.right),
      top: y + scale * figure.top - room.top,
      bottom: room.top + room.height - (y + scale * figure.bottom),
    }
    for (const edge of Object.values(edges)) expect(edge).toBeGreaterThan(-1e-6)
    expect(edges.left).toBeCloseTo(edges.right)
    expect(edges.top).toBeCloseTo(edges.bottom)
    expect(Math.min(edges.left, edges.top)).toBeCloseTo(0)
  })

  test('has scale 0 without space, never a negative one', () => {
    expect(placeFigure({ left: 0, top: 0, width: 0, height: -20 }).scale).toBe(0)
  })
})

test('lines stay thin on 4K and visible on a small phone', () => {
  const widths = [0.45, 0.82, 1.2, 3.6].map((scale) => 1.1 * scale * lineFactor(scale))
  expect(widths).toEqual(widths.toSorted((a, b) => a - b))
  expect(widths[0]).toBeGreaterThan(0.6)
  expect(widths.at(-1)).toBeLessThan(2.7)
  expect(Number.isFinite(lineFactor(0))).toBe(true)
})

test('the shades run from gray to violet through the seven hues, in both themes', () => {
  for (const theme of ['light', 'dark'] as const) {
    const shades = shadesOf(theme)
    expect(shades).toHaveLength(shadeCount)
    expect(shades.flat().every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)).toBe(true)
    const [none = [0, 0, 0], root = [0, 0, 0]] = [shades[shadeOf(0)], shades[shadeOf(1)]]
    expect(Math.max(...none) - Math.min(...none)).toBeLessThan(12)
    expect(root[0]).toBeGreaterThan(2 * root[1])
    const heart = shades[shadeOf(4)] ?? [0, 0, 0]
    expect(heart[1]).toBeGreaterThan(Math.max(heart[0], heart[2]))
  }
  // The browser's rendering of oklch(66% 0.19 24), oklch(72% 0.15 152) and oklch(60% 0.2 283).
  expect(shadesOf('light')[shadeOf(1)]).toEqual([240, 86, 86])
  expect(shadesOf('light')[shadeOf(4)]).toEqual([77, 191, 116])
  expect(shadesOf('dark')[shadeOf(6)]).toEqual([117, 103, 241])
  expect([shadeOf(-1), shadeOf(9)]).toEqual([0, shadeCount - 1])
})

function levelsOf<Value>(read: (level: number) => Value): Value[] {
  return figure.levelY.map((_, level) => read(level))
}

function pointsOf(path: string): [number, number][] {
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
  return numbers.flatMap((x, index): [number, number][] =>
    index % 2 === 0 ? [[x, numbers[index + 1] ?? 0]] : [],
  )
}

import { expect, test } from 'vitest'
import { circlePlaces, fromLeft } from './circle-places.ts'

const wide = { width: 896, height: 376, horizon: 0.62 }
const phone = { width: 390, height: 295, horizon: 0.62 }

test('[MED-07] one member sits in the middle of the near shore', () => {
  const { faces, lights, more } = circlePlaces(wide, 1)
  expect(faces).toHaveLength(1)
  expect(faces[0]?.x).toBe(wide.width / 2)
  expect(lights).toEqual([])
  expect(more).toBeNull()
})

test('[STAGE-06] a room of 10,000 draws no more than one of 100, and shows a number for those without a light', () => {
  const full = circlePlaces(wide, 10_000)
  expect(full.faces).toHaveLength(24)
  expect(full.lights).toHaveLength(60)
  expect(full.more?.count).toBe(9_916)
  expect(circlePlaces(wide, 100).lights).toHaveLength(60)
  expect(circlePlaces(wide, 84).more).toBeNull()
})

for (const [name, stage] of Object.entries({ wide, phone }))
  test(`[MED-07] ${name}: all are on the water and within the stage, and neighbours overlap by little`, () => {
    for (const count of [1, 2, 7, 12, 24, 128]) {
      const { faces, lights } = circlePlaces(stage, count)
      for (const { x, y, size } of [...faces, ...lights]) {
        expect(x - size / 2).toBeGreaterThanOrEqual(0)
        expect(x + size / 2).toBeLessThanOrEqual(stage.width)
        expect(y).toBeGreaterThanOrEqual(stage.height * stage.horizon)
        expect(y + size / 2).toBeLessThanOrEqual(stage.height)
      }
      const inOrder = faces.toSorted((a, b) => a.x - b.x)
      const nearest = inOrder.slice(1).map((face, index) => {
        const before = inOrder[index] ?? face
        return Math.hypot(face.x - before.x, face.y - before.y) / face.size
      })
      expect(Math.min(1, ...nearest)).toBeGreaterThan(0.5)
    }
  })

test('[STAGE-06] the first is in the middle, then right and left of it by turns', () => {
  expect(fromLeft([0, 1, 2, 3, 4])).toEqual([4, 2, 0, 1, 3])
  const { faces } = circlePlaces(wide, 6)
  const byPlace = [...faces.keys()].toSorted((a, b) => faces[a]!.x - faces[b]!.x)
  expect(fromLeft([...faces.keys()])).toEqual(byPlace)
})

import { expect, test } from 'vitest'
import { facesThatFit } from './faces-that-fit.ts'

test('[STAGE-01] the dark room shows whole faces: all, or as many as leave room for the number of the others', () => {
  expect(facesThatFit(16, 1_440, 1)).toBe(16)
  expect(facesThatFit(26, 1_440, 1)).toBe(26)
  expect(facesThatFit(27, 1_440, 1)).toBe(24)
  expect(facesThatFit(16, 390 - 32, 1)).toBe(13)
  expect(facesThatFit(16, 390 - 32, 2)).toBe(11)
  expect(facesThatFit(1, 0, 1)).toBe(0)
})

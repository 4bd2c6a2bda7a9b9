// Whole numbers in requests.
import * as z from 'zod/mini'
import { t } from './i18n/t.ts'

export type Bounds = readonly [min: number, max: number]

/** A whole number within the bounds. Another sentence names its subject. */
export function wholeNumberSchema([min, max]: Bounds, sentence = betweenSentence) {
  const error = () => sentence({ min, max })
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
}

function betweenSentence(bounds: { min: number; max: number }): string {
  return t('A whole number from {min} to {max}.', bounds)
}

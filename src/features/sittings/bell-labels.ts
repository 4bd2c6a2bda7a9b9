// The bells in words.
import { text } from '#shared/t.ts'

export const bellLabels = {
  bowl: text('Bowl'),
  chime: text('Chime'),
  gong: text('Gong'),
  off: text('Off'),
} as const

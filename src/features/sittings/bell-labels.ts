// The bells in words.
import { message } from '#shared/i18n/t.ts'

export const bellLabels = {
  bowl: message('Bowl'),
  chime: message('Chime'),
  gong: message('Gong'),
  off: message('Off'),
} as const

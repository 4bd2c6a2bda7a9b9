// What a browser refuses to a seat or a hall, in words.
import { t } from '#shared/i18n/t.ts'
import type { Refusable } from '../hooks/use-press-permissions.ts'

export const refusedSentences = {
  sound: t('The bell stays silent here: your browser didn’t play or load it.'),
  screen: t('Your screen may switch off: your browser doesn’t let this page keep it on.'),
} as const satisfies Record<Refusable, string>

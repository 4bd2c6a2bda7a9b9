// The care card that an answer of the server asked for, wherever on the page the entry was saved.
import type { Care } from '#features/community/care.ts'
import { createPageValue } from '#web/page-value.ts'

/** Setting it shows the card; null closes it. */
export const { set: offerCare, use: useCareOffer } = createPageValue<Care | null>(null)

// The care card requested by a response, wherever on the page the entry was saved.
import type { Care } from '#features/community/care.ts'
import { createPageValue } from '#web/page-value.ts'

/** Setting it shows the card; null closes it. */
export const { set: offerCare, use: useCareOffer } = createPageValue<Care | null>('member', null)

/** The card's place in an ending; null for the edge of the screen. */
export const { set: setCarePlace, use: useCarePlace } = createPageValue<HTMLElement | null>('screen', null)

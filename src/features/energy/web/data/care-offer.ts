// The care card requested by a response, wherever on the page the entry was saved.
import type { Care } from '#features/community/care.ts'
import { createPageStore } from '#web/page-store.ts'

/** Setting it shows the card; null closes it. */
export const { set: offerCare, use: useCareOffer } = createPageStore<Care | null>('member', null)

/** The card's place in an ending; null for the edge of the screen. */
export const { set: setCarePlace, use: useCarePlace } = createPageStore<HTMLElement | null>('screen', null)

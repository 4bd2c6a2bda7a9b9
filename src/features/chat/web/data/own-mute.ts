// The member's own mute, as this page knows it: from the server's list, or from a refused message.
import { createPageStore } from '#web/page-store.ts'
import type { OwnMute } from '../../writing-limits.ts'

/** Ends by itself: compare it with the server's clock. */
export const ownMute = createPageStore<OwnMute | null>('member', null)

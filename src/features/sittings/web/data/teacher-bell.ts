// The teacher's bell on this page: while it is heard, the page's own stays silent (STREAM-18).
import { createPageStore } from '#web/page-store.ts'

/** A teacher who rings the bells of a live sitting is heard here. */
export const teacherBell = createPageStore<boolean>('screen', false)

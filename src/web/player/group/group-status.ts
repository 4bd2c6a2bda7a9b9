// How this page's video keeps up with the group, for the page's details and technical help (SYNC-19).
import { createPageStore } from '#web/page-store.ts'

/** Null while this page doesn't follow a group. */
export const {
  get: groupStatus,
  set: setGroupStatus,
  use: useGroupStatus,
} = createPageStore<string | null>('screen', null)

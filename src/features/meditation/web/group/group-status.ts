// Where this page's video stands against the group, for the session's details and for technical help (SYNC-19).
import { createPageValue } from '#web/page-value.ts'

/** Null while this page doesn't follow a group. */
export const {
  get: groupStatus,
  set: setGroupStatus,
  use: useGroupStatus,
} = createPageValue<string | null>(null)

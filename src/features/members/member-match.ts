// Which members a list shows or a download contains: the words and the filter of a caller at a moment.
import { msToTimestamp } from '#shared/day.ts'
import { dayMs } from '#shared/durations.ts'
import type { MemberFilter } from './contract.ts'
import { searchWords } from './rules.ts'

/** The members that a list shows or a download contains. */
export interface MemberMatch {
  /** Every word must occur in the member's name or address; empty matches everyone. */
  words: readonly string[]
  filter: {
    role?: MemberFilter['role']
    email?: MemberFilter['email']
    mayHost?: MemberFilter['mayHost']
    /** A timestamp; not seen since then. */
    unseenSince?: string
    /** The id of the list by which they joined. */
    inviteBatch?: number
  }
}

/** What to match at a moment, by the search and the filter of a caller. */
export function memberMatch(
  {
    search = '',
    role,
    email,
    mayHost,
    unseenDays,
    inviteBatch,
  }: MemberFilter & { search?: string | undefined },
  nowMs: number,
): MemberMatch {
  const filter = {
    role,
    email,
    mayHost,
    ...(unseenDays === undefined ? {} : { unseenSince: msToTimestamp(nowMs - Number(unseenDays) * dayMs) }),
    ...(inviteBatch === undefined ? {} : { inviteBatch: Number(inviteBatch) }),
  }
  return { words: searchWords(search), filter }
}

// Member list: pages of members for administrators, with the total.
import { usersPageSize, usersUnpagedMax } from '#shared/constants.ts'
import type { Executor } from '#server/db/database.ts'
import type { Member, MemberSort } from '../contract.ts'
import { searchWords } from '../rules.ts'
import { countMembersBefore, findMembers, findMembersByIds, type MemberQuery } from './sql-members.ts'

interface MemberPageInput {
  search?: string | undefined
  sort?: MemberSort | undefined
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  limit?: number | undefined
  /** The id of a member; the result is the page that contains them. */
  around?: number | undefined
}

interface MemberPage {
  members: Member[]
  total: number
  /** The page number, from 1. */
  page: number
}

/**
 * Reads a page of members; without `page` and `around` the first `usersUnpagedMax`. Reads page 1 when the member
 * `around` isn't among the matches.
 */
export async function readMemberPage(db: Executor, input: MemberPageInput): Promise<MemberPage> {
  const { search = '', sort = 'name', order = 'asc', around } = input
  const isPaged = input.page !== undefined || around !== undefined
  const limit = input.limit ?? (isPaged ? usersPageSize : usersUnpagedMax)
  const query: MemberQuery = { words: searchWords(search), sort, order }
  const before = around === undefined ? null : await countMembersBefore(db, query, around)
  const page = before === null ? (input.page ?? 1) : Math.floor(before / limit) + 1
  const { total, ids } = await findMembers(db, query, { offset: (page - 1) * limit, limit })
  return { members: await findMembersByIds(db, ids), total, page }
}

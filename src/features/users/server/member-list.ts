// Pages of members for administrators: which page it is, how many there are, who is on it.
import { usersPageSize, usersUnpagedMax } from '#shared/constants.ts'
import type { Executor } from '#server/db.ts'
import type { Member, MemberSort } from '../contract.ts'
import { searchWords } from '../rules.ts'
import { countMembersBefore, findMembers, findMembersByIds, type MemberQuery } from './sql-members.ts'

interface MemberPageInput {
  search?: string | undefined
  sort?: MemberSort | undefined
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  limit?: number | undefined
  /** The id of a member whose page is asked for. */
  around?: number | undefined
}

interface MemberPage {
  members: Member[]
  total: number
  /** From 1 on. */
  page: number
}

/** A page of members; without `page` and `around` the first of all. Whoever isn't found has no page but the first. */
export async function readMemberPage(db: Executor, asked: MemberPageInput): Promise<MemberPage> {
  const { search = '', sort = 'name', order = 'asc', around } = asked
  const isPaged = asked.page !== undefined || around !== undefined
  const limit = asked.limit ?? (isPaged ? usersPageSize : usersUnpagedMax)
  const query: MemberQuery = { words: searchWords(search), sort, order }
  const before = around === undefined ? null : await countMembersBefore(db, query, around)
  const page = before === null ? (asked.page ?? 1) : Math.floor(before / limit) + 1
  const { total, ids } = await findMembers(db, query, { offset: (page - 1) * limit, limit })
  return { members: await findMembersByIds(db, ids), total, page }
}

// Members for administrators: lists by page, and changes of records, roles and time with their audit entries.
import { memberErrors } from '../errors.ts'
import { busEvents } from '#shared/bus-events.ts'
import * as memberSql from './sql/members.ts'
import { changedFields } from '#features/activity/server/service.ts'
import { publishAccountChanged, updateMemberRow } from '#features/auth/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { appError } from '#server/app-error.ts'
import { accountActivities } from '#features/auth/activities.ts'
import { memberActivities } from '../activities.ts'
import type { Member, MemberSort } from '../contract.ts'
import { gardenAngelError, searchWords } from '../rules.ts'
import { lockTargetForUpdate, recordMemberActivity, type MemberChangeContext } from './service.ts'
import {
  findMemberById,
  countMembersBefore,
  findMembers,
  findMembersByIds,
  type MemberQuery,
} from './sql/member-list.ts'
import { membersPageSize, membersUnpagedMax } from '#shared/constants.ts'

interface UpdateMemberInput {
  name?: string | undefined
  email?: string | undefined
  isAdmin?: boolean | undefined
}

/**
 * Changes a member's record. The address for sign-in stays the same (USR-25). Throws `not_found`,
 * `member_email_taken` or `last_admin`.
 */
export async function updateMember(
  { database, bus, log }: Platform,
  context: MemberChangeContext,
  input: UpdateMemberInput,
): Promise<Member> {
  const { adminId, userId } = context
  const { uid, previous, updated } = await database
    .transaction(async (tx) => {
      // Take this lock before any row lock: concurrent role removals wait here without any row lock (I19).
      if (input.isAdmin === false) await memberSql.lockAdminRoles(tx)
      const locked = await lockTargetForUpdate(tx, context)
      const isDemoted = locked.isAdmin && input.isAdmin === false
      if (isDemoted && (await memberSql.countOtherAdmins(tx, userId)) === 0)
        throw appError(memberErrors.last_admin)
      const previous = await requireMember(tx, userId)
      const { before, after } = changedFields(auditFieldsOf(previous), {
        ...auditFieldsOf(previous),
        ...definedFields(input),
      })
      if (Object.keys(after).length === 0) return { uid: null, previous, updated: previous }
      await updateMemberRow(tx, userId, definedFields(input))
      await recordMemberActivity(tx, context, accountActivities.update, { before, after })
      return { uid: locked.uid, previous, updated: await requireMember(tx, userId) }
    })
    .catch((error: unknown) => {
      throw memberSql.isEmailUniqueViolation(error) ? appError(memberErrors.member_email_taken) : error
    })
  if (previous.isAdmin !== updated.isAdmin) {
    log.info(
      { event: 'role-change', by: adminId, userId, isAdmin: updated.isAdmin },
      'An administrator role was changed.',
    )
  }
  await publishAccountChanged({ bus }, uid)
  const { id, name, profilePicture } = updated
  // Members in the same room see the new name at once.
  if (previous.name !== name) await bus.publish(busEvents.people, { id, name, profilePicture })
  return updated
}

const auditFieldsOf = ({ name, email, isAdmin }: Member) => ({ name, email, isAdmin })

function definedFields({ name, email, isAdmin }: UpdateMemberInput): {
  name?: string
  email?: string
  isAdmin?: boolean
} {
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(isAdmin === undefined ? {} : { isAdmin }),
  }
}

/**
 * Grants or revokes the garden angel role. Throws `not_found`, `target_is_admin` or `target_is_banned`. Does
 * nothing when the member already has the requested state (USR-27).
 */
export async function setGardenAngel(
  { database, bus, log }: Platform,
  context: MemberChangeContext,
  isGardenAngel: boolean,
): Promise<Member> {
  const { adminId, userId } = context
  const { member, uid, hasChanged } = await database.transaction(async (tx) => {
    const locked = await lockTargetForUpdate(tx, context)
    const error = gardenAngelError(locked, isGardenAngel)
    if (error !== null) throw appError(error)
    const hasChanged = locked.isGardenAngel !== isGardenAngel
    if (hasChanged) {
      await updateMemberRow(tx, userId, { isGardenAngel })
      const kind = memberActivities[isGardenAngel ? 'grant-garden-angel' : 'remove-garden-angel']
      const before = { isGardenAngel: locked.isGardenAngel }
      await recordMemberActivity(tx, context, kind, { before, after: { isGardenAngel } })
    }
    return { member: await requireMember(tx, userId), uid: locked.uid, hasChanged }
  })
  if (hasChanged) {
    log.info({ event: 'role-change', by: adminId, userId, isGardenAngel }, 'A garden angel role was changed.')
    await publishAccountChanged({ bus }, uid)
  }
  return member
}

/** Sets a member's total minutes by adding an adjustment to the session time (USR-19, I25). */
export async function setTimeSpent(
  { database, log }: Platform,
  context: MemberChangeContext,
  totalMinutes: number,
): Promise<Member> {
  const { adminId, userId, now } = context
  const { member, minutes } = await database.transaction(async (tx) => {
    // Every heartbeat locks this row first, so no heartbeat can change the total before the commit.
    await lockTargetForUpdate(tx, context)
    const previous = await requireMember(tx, userId)
    const minutes = totalMinutes - previous.totalTimeSpent
    if (minutes === 0) return { member: previous, minutes }
    await memberSql.insertTimeAdjustment(tx, { userId, minutes, adjustedBy: adminId, createdAt: now })
    const before = { totalTimeSpent: previous.totalTimeSpent }
    await recordMemberActivity(tx, context, memberActivities['adjust-time'], {
      before,
      after: { totalTimeSpent: totalMinutes },
    })
    return { member: await requireMember(tx, userId), minutes }
  })
  if (minutes !== 0)
    log.info(
      { event: 'time-edit', by: adminId, userId, minutes },
      'The meditation time of a member was adjusted.',
    )
  return member
}

async function requireMember(tx: Executor, userId: number): Promise<Member> {
  const member = await findMemberById(tx, userId)
  if (!member) throw appError('not_found')
  return member
}

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
 * Reads a page of members; without `page` and `around` the first `membersUnpagedMax`. Reads page 1 when the member
 * `around` isn't among the matches.
 */
export async function readMemberPage(db: Executor, input: MemberPageInput): Promise<MemberPage> {
  const { search = '', sort = 'name', order = 'asc', around } = input
  const isPaged = input.page !== undefined || around !== undefined
  const limit = input.limit ?? (isPaged ? membersPageSize : membersUnpagedMax)
  const query: MemberQuery = { words: searchWords(search), sort, order }
  const before = around === undefined ? null : await countMembersBefore(db, query, around)
  const page = before === null ? (input.page ?? 1) : Math.floor(before / limit) + 1
  const { total, ids } = await findMembers(db, query, { offset: (page - 1) * limit, limit })
  return { members: await findMembersByIds(db, ids), total, page }
}

// Members for administrators: lists by page, and changes of records, roles and time with their audit entries.
import { changedFields } from '#features/activity/server/service.ts'
import { accountActivities } from '#features/auth/activities.ts'
import {
  correctEmail,
  enqueueMail,
  isEmailTaken,
  isExternalEmail,
  listSignInAddresses,
  lockAccountForUpdate,
  publishAccountChanged,
  publishSessionsEnded,
  updateMemberRow,
  type SignInAddress,
} from '#features/auth/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Context, Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { busEvents } from '#shared/bus-events.ts'
import { membersPageSize, membersUnpagedMax } from '#shared/constants.ts'
import { memberActivities } from '../activities.ts'
import { resetLinksPerMember, type Member, type MemberFilter, type MemberSort } from '../contract.ts'
import { memberErrors } from '../errors.ts'
import { memberMatch } from '../member-match.ts'
import { emailChangeEffect, gardenAngelError, resetLinkWay } from '../rules.ts'
import { lockTargetForUpdate, recordMemberActivity, type MemberChangeContext } from './service.ts'
import { countMembersBefore, findMembers, findMembersByIds, type MemberQuery } from './sql/member-list.ts'
import * as memberSql from './sql/members.ts'

interface UpdateMemberInput {
  name?: string | undefined
  email?: string | undefined
  isAdmin?: boolean | undefined
  mayHost?: boolean | undefined
  correctedEmail?: string | undefined
}

/**
 * Changes a member's record. A new address corrects an unconfirmed one that signs in, and ends the sessions; a confirmed
 * one stays (USR-25). Throws `not_found`, `last_admin`, `member_email_taken`, `email_changed_meanwhile`, and the
 * errors of members whose address isn't changed here.
 */
export async function updateMember(
  platform: Platform,
  context: MemberChangeContext,
  input: UpdateMemberInput,
): Promise<Member> {
  const { database, bus, log, mailer } = platform
  const { adminId, userId, now } = context
  const { uid, previous, updated, ended } = await database
    .transaction(async (tx) => {
      // Lock order: the advisory lock of administrator roles (I19), credentials, user rows.
      if (input.isAdmin === false) await memberSql.lockAdminRoles(tx)
      if (input.email !== undefined) await lockAccountOf(tx, userId)
      const locked = await lockTargetForUpdate(tx, context)
      const isDemoted = locked.isAdmin && input.isAdmin === false
      if (isDemoted && (await memberSql.countOtherAdmins(tx, userId)) === 0)
        throw appError(memberErrors.last_admin)
      const previous = await requireMember(tx, platform, userId)
      const emailChange = await checkNewEmail(tx, previous, { ...input, uid: locked.uid, now })
      const was = auditFieldsOf(previous, emailChange)
      const fields = definedFields(input, emailChange)
      const { before, after } = changedFields(was, { ...was, ...fields })
      if (Object.keys(after).length === 0)
        return { uid: null, previous, updated: previous, ended: [] as number[] }
      const { signInEmail, ...changes } = fields
      if (Object.keys(changes).length > 0) await updateMemberRow(tx, userId, changes)
      const ended =
        signInEmail === undefined || locked.uid === null
          ? []
          : await correctEmail(tx, platform, { uid: locked.uid, email: signInEmail, now })
      if (isDemoted) await enqueueRoleMail(tx, platform, context, { uid: locked.uid, role: 'administrator' })
      await recordMemberActivity(tx, context, accountActivities.update, { before, after })
      return { uid: locked.uid, previous, updated: await requireMember(tx, platform, userId), ended }
    })
    .catch((error: unknown) => {
      throw memberSql.isEmailUniqueViolation(error) ? appError(memberErrors.member_email_taken) : error
    })
  mailer.sendQueued()
  if (previous.isAdmin !== updated.isAdmin) {
    log.info(
      { event: 'role-change', by: adminId, userId, isAdmin: updated.isAdmin },
      'An administrator role was changed.',
    )
  }
  if (previous.signInEmail !== updated.signInEmail)
    log.info({ event: 'email-correction', by: adminId, userId }, 'The address of a member was corrected.')
  await publishSessionsEnded(platform, ended)
  await publishAccountChanged({ bus }, uid)
  const { id, name, profilePicture } = updated
  // Members in the same room see the new name at once.
  if (previous.name !== name) await bus.publish(busEvents.people, { id, name, profilePicture })
  return updated
}

/** Locks the credentials of a member, if they have some. */
async function lockAccountOf(tx: Executor, userId: number): Promise<void> {
  const uid = (await memberSql.findAccountIdentifiers(tx, userId))?.uid
  if (uid !== undefined && uid !== null) await lockAccountForUpdate(tx, uid)
}

type EmailChange = 'sign-in' | 'profile' | null

/** The effect of an address in the input; null if it stays. Throws when it can't be changed, or is another account's. */
async function checkNewEmail(
  tx: Executor,
  { email: current, signInEmail, emailChange }: Member,
  { email, correctedEmail, uid, now }: UpdateMemberInput & { uid: string | null; now: Date },
): Promise<EmailChange> {
  if (email === undefined) return null
  if (email === current && (emailChange !== 'sign-in' || email === signInEmail)) return null
  if (correctedEmail !== undefined && (emailChange !== 'sign-in' || correctedEmail !== signInEmail))
    throw appError(memberErrors.email_changed_meanwhile)
  if (emailChange === 'refused-role') throw appError(memberErrors.email_of_role)
  if (emailChange === 'refused-elsewhere') throw appError(memberErrors.email_elsewhere)
  const address = { email, uid: uid ?? '', now }
  if ((await isEmailTaken(tx, address)) || (await isExternalEmail(tx, address)))
    throw appError(memberErrors.member_email_taken)
  return emailChange
}

const auditFieldsOf = ({ name, email, signInEmail, isAdmin, mayHost }: Member, emailChange: EmailChange) => ({
  name,
  ...(emailChange === 'sign-in' ? { signInEmail } : { email }),
  isAdmin,
  mayHost,
})

function definedFields(
  { name, email, isAdmin, mayHost }: UpdateMemberInput,
  emailChange: EmailChange,
): { name?: string; email?: string; signInEmail?: string; isAdmin?: boolean; mayHost?: boolean } {
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined || emailChange === null
      ? {}
      : { [emailChange === 'sign-in' ? 'signInEmail' : 'email']: email }),
    ...(isAdmin === undefined ? {} : { isAdmin }),
    ...(mayHost === undefined ? {} : { mayHost }),
  }
}

/** Queues the mail to a member who loses a role by another administrator (USR-30). */
async function enqueueRoleMail(
  tx: Executor,
  platform: Platform,
  { adminId, userId }: MemberChangeContext,
  { uid, role }: { uid: string | null; role: 'administrator' | 'garden-angel' },
): Promise<void> {
  if (uid !== null && adminId !== userId)
    await enqueueMail(platform, tx, { type: 'role-removed', uid, role, by: adminId })
}

/**
 * Grants or revokes the garden angel role. Throws `not_found`, `target_is_admin` or `target_is_banned`. Does
 * nothing when the member already has the requested state (USR-27).
 */
export async function setGardenAngel(
  platform: Platform,
  context: MemberChangeContext,
  isGardenAngel: boolean,
): Promise<Member> {
  const { database, bus, log, mailer } = platform
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
      if (!isGardenAngel)
        await enqueueRoleMail(tx, platform, context, { uid: locked.uid, role: 'garden-angel' })
    }
    return { member: await requireMember(tx, platform, userId), uid: locked.uid, hasChanged }
  })
  mailer.sendQueued()
  if (hasChanged) {
    log.info({ event: 'role-change', by: adminId, userId, isGardenAngel }, 'A garden angel role was changed.')
    await publishAccountChanged({ bus }, uid)
  }
  return member
}

/**
 * Mails a link to choose a new password to the confirmed address that a member signs in with (USR-29). Throws
 * `not_found`, `reset_link_of_role`, `reset_link_of_operator`, or `rate_limited`.
 */
export async function sendResetLink(
  platform: Platform & Pick<Context, 'enforceRateLimit'>,
  context: MemberChangeContext,
): Promise<void> {
  const { database, mailer, enforceRateLimit } = platform
  const { adminId, userId } = context
  await database.transaction(async (tx) => {
    const member = await lockTargetForUpdate(tx, context)
    const signIn = (await listSignInAddresses(tx, [userId])).get(userId) ?? noAccount
    const isBuiltin = platform.config.firebase === null
    // Without an SMTP server the mail is in the outbox, as that of 'Forgot password?' is.
    const way = resetLinkWay(member, signIn, { hasMail: true, isBuiltin })
    if (way === 'none')
      throw appError(isBuiltin && signIn.email !== null ? memberErrors.reset_link_of_role : 'not_found')
    if (way === 'operator' || signIn.email === null) throw appError(memberErrors.reset_link_of_operator)
    enforceRateLimit(`reset-link-${userId}`, resetLinksPerMember)
    await enqueueMail(platform, tx, { type: 'password-reset', email: signIn.email, by: adminId })
    await recordMemberActivity(tx, context, accountActivities['send-password-link'])
  })
  mailer.sendQueued()
}

/** Sets a member's total minutes by adding an adjustment to the session time (USR-19, I25). */
export async function setTimeSpent(
  platform: Platform,
  context: MemberChangeContext,
  totalMinutes: number,
): Promise<Member> {
  const { database, log } = platform
  const { adminId, userId, now } = context
  const { member, minutes } = await database.transaction(async (tx) => {
    // Every heartbeat locks this row first, so no heartbeat can change the total before the commit.
    await lockTargetForUpdate(tx, context)
    const previous = await requireMember(tx, platform, userId)
    const minutes = totalMinutes - previous.totalTimeSpent
    if (minutes === 0) return { member: previous, minutes }
    await memberSql.insertTimeAdjustment(tx, { userId, minutes, adjustedBy: adminId, createdAt: now })
    const before = { totalTimeSpent: previous.totalTimeSpent }
    await recordMemberActivity(tx, context, memberActivities['adjust-time'], {
      before,
      after: { totalTimeSpent: totalMinutes },
    })
    return { member: await requireMember(tx, platform, userId), minutes }
  })
  if (minutes !== 0)
    log.info(
      { event: 'time-edit', by: adminId, userId, minutes },
      'The meditation time of a member was adjusted.',
    )
  return member
}

async function requireMember(tx: Executor, platform: MemberConfig, userId: number): Promise<Member> {
  const [member] = await readMembers(tx, platform, [userId])
  if (!member) throw appError('not_found')
  return member
}

type MemberConfig = Pick<Platform, 'config'>

/** Reads members in the order of `ids`, without deleted ones. */
async function readMembers(
  db: Executor,
  { config }: MemberConfig,
  ids: readonly number[],
): Promise<Member[]> {
  const members = await findMembersByIds(db, ids)
  const addresses = await listSignInAddresses(db, ids)
  return members.map((member) => {
    const signIn = addresses.get(member.id) ?? noAccount
    // With Firebase as the provider, passwords of ours don't sign in.
    const hasPassword = signIn.hasPassword && config.firebase === null
    return {
      ...member,
      signInEmail: signIn.email,
      emailChange: emailChangeEffect(member, { ...signIn, hasPassword }),
      resetLink: resetLinkWay(member, signIn, {
        hasMail: config.smtpUrl !== null,
        isBuiltin: config.firebase === null,
      }),
    }
  })
}

const noAccount: SignInAddress = { email: null, isConfirmed: false, hasPassword: false, isExternal: false }

interface MemberPageInput extends MemberFilter {
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
export async function readMemberPage(
  db: Executor,
  platform: MemberConfig & Pick<Platform, 'clock'>,
  input: MemberPageInput,
): Promise<MemberPage> {
  const { sort = 'name', order = 'asc', around } = input
  const isPaged = input.page !== undefined || around !== undefined
  const limit = input.limit ?? (isPaged ? membersPageSize : membersUnpagedMax)
  const query: MemberQuery = { ...memberMatch(input, platform.clock.now()), sort, order }
  const before = around === undefined ? null : await countMembersBefore(db, query, around)
  const page = before === null ? (input.page ?? 1) : Math.floor(before / limit) + 1
  const { total, ids } = await findMembers(db, query, { offset: (page - 1) * limit, limit })
  return { members: await readMembers(db, platform, ids), total, page }
}

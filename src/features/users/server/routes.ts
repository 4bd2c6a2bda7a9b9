// Routes of members: moderation, administration, and address bans.
import { topUsersCount } from '#shared/constants.ts'
import { lastDays, monthOf, msToTimestamp } from '#shared/day.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import type { Parsed } from '#shared/endpoint.ts'
import { firstAdminCalls, membersCalls, totalsCalls, usersCalls, addressBansCalls } from '../contract.ts'
import { computeTotals } from '../rules.ts'
import { applyBan, checkBan, type MemberMessages } from './ban.ts'
import { becomeFirstAdmin } from './first-admin.ts'
import { readMemberPage, setGardenAngel, liftBan, setTimeSpent, updateMember } from './members.ts'
import { memberChangeContextOf } from './service.ts'
import {
  countDaysWithSessions,
  listDaysSince,
  listTopMembers,
  sumSecondsSince,
  sumMemberTotals,
} from './sql/member-list.ts'
import { created } from '#server/http/response.ts'
import { banAddress, liftAddressBan, type AddressBanRegistry } from './address-bans.ts'
import { listAddressBans } from './sql/address-bans.ts'

/** `messages` are those that a ban may delete. */
export function createUsersRoutes(messages: MemberMessages): Routes {
  const banHandler = (
    context: Context<'chat.moderate'>,
    { params, body: { reason, deleteMessagesOfToday = false } }: Parsed<typeof usersCalls.banByPut>,
  ) =>
    applyBan(context, {
      moderatorId: context.caller.user.id,
      userId: params.id,
      reason,
      messages: deleteMessagesOfToday ? messages : null,
    })
  return defineRoutes(usersCalls, {
    banCheck: ({ database, caller }, { params }) => checkBan(database.query, caller.user, params.id),
    banByPut: banHandler,
    banByPost: banHandler,
  })
}

export const membersRoutes = defineRoutes(membersCalls, {
  members: async ({ database, header }, { query }) => {
    const { members, total, page } = await readMemberPage(database.query, query)
    header('x-total-count', total)
    header('x-page', page)
    return members
  },
  updateMember: (context, { params, body }) =>
    updateMember(context, memberChangeContextOf(context, params), body),
  unban: (context, { params }) => liftBan(context, memberChangeContextOf(context, params)),
  grantGardenAngel: (context, { params }) =>
    setGardenAngel(context, memberChangeContextOf(context, params), true),
  removeGardenAngel: (context, { params }) =>
    setGardenAngel(context, memberChangeContextOf(context, params), false),
  setTimeSpent: (context, { params, body }) =>
    setTimeSpent(context, memberChangeContextOf(context, params), body.timeSpent),
})

export const firstAdminRoutes = defineRoutes(firstAdminCalls, {
  becomeFirstAdmin: async (context, { body }) => {
    await becomeFirstAdmin(context, context.caller.user, body.token)
    return { success: true as const }
  },
})

export const totalsRoutes = defineRoutes(totalsCalls, {
  totals: async ({ calendar, database: { query } }) => {
    const monthStart = `${monthOf(calendar.today())}-01`
    const [{ members, seconds, adjusted: adjustedMinutes }, daysWithSession, monthSeconds, topUsers] =
      await Promise.all([
        sumMemberTotals(query),
        countDaysWithSessions(query),
        sumSecondsSince(query, monthStart),
        listTopMembers(query, topUsersCount),
      ])
    const totals = computeTotals({ seconds, adjustedMinutes, daysWithSession, monthSeconds })
    return { totalUsers: members, ...totals, topUsers }
  },
  recentDays: async ({ calendar, database: { query } }) => {
    const days = lastDays(calendar.today(), 30)
    const rows = new Map((await listDaysSince(query, days[0] ?? '')).map((row) => [row.date, row]))
    return days.map((date) => {
      const { seconds = 0, members = 0 } = rows.get(date) ?? {}
      return { date, minutes: Math.floor(seconds / 60), members }
    })
  },
})

/** Every change reloads the registry `bans` on all nodes. */
export function createAddressBansRoutes(bans: AddressBanRegistry): Routes {
  return defineRoutes(addressBansCalls, {
    addressBans: ({ clock, database }) => listAddressBans(database.query, msToTimestamp(clock.now())),
    banAddress: async (context, { body: { ipAddress, reason, expiresAt = null } }) => {
      const { caller, log } = context
      const adminId = caller.user.id
      const input = { adminId, typed: ipAddress, ownAddress: caller.address, reason, expiresAt }
      const { ban, isNew } = await banAddress(context, input)
      log.info({ event: 'address-ban', by: adminId, banId: ban.id }, 'An address was banned.')
      await bans.publishChange()
      return isNew ? created(ban) : ban
    },
    liftAddressBan: async (context, { params: { id } }) => {
      const adminId = context.caller.user.id
      await liftAddressBan(context, { adminId, id })
      context.log.info(
        { event: 'address-ban-lifted', by: adminId, banId: id },
        'The ban of an address was lifted.',
      )
      await bans.publishChange()
      return { success: true as const }
    },
  })
}

// The handlers of what moderators and administrators do to people.
import { topUsersCount } from '#shared/constants.ts'
import { chicagoDay, monthOf } from '#shared/day.ts'
import type { Context } from '#server/context.ts'
import { routes } from '#server/http.ts'
import type { Parsed } from '#shared/endpoint.ts'
import { firstAdminCalls, membersCalls, totalsCalls, usersCalls } from '../contract.ts'
import { figuresOf } from '../rules.ts'
import { carryOutBan, checkBan } from './ban.ts'
import { deleteMember } from './deletion.ts'
import { becomeFirstAdmin } from './first-admin.ts'
import { pageOfMembers } from './member-list.ts'
import { changeGardenAngel, liftBan, setTimeSpent, updateMember } from './members.ts'
import { orderOf } from './service.ts'
import { countDaysSat, longestSitting, secondsSince, totalsOfMembers } from './sql-totals.ts'

const ban = (context: Context<'chat.moderate'>, { params, body }: Parsed<typeof usersCalls.banByPut>) =>
  carryOutBan(context, { moderatorId: context.caller.user.id, userId: params.id, reason: body.reason })

export const usersRoutes = routes(usersCalls, {
  banCheck: ({ database, caller }, { params }) => checkBan(database.query, caller.user, params.id),
  banByPut: ban,
  banByPost: ban,
})

const order = (context: Context<'community.administer'>, { id }: { id: number }) => ({
  ...orderOf(context),
  userId: id,
})

export const membersRoutes = routes(membersCalls, {
  members: async ({ database, header }, { query }) => {
    const { members, total, page } = await pageOfMembers(database.query, query)
    header('x-total-count', total)
    header('x-page', page)
    return members
  },
  updateMember: (context, { params, body }) => updateMember(context, order(context, params), body),
  deleteMember: async (context, { params }) => {
    await deleteMember(context, order(context, params))
    return { success: true as const }
  },
  unban: (context, { params }) => liftBan(context, order(context, params)),
  grantGardenAngel: (context, { params }) => changeGardenAngel(context, order(context, params), true),
  removeGardenAngel: (context, { params }) => changeGardenAngel(context, order(context, params), false),
  setTimeSpent: (context, { params, body }) => setTimeSpent(context, order(context, params), body.timeSpent),
})

export const firstAdminRoutes = routes(firstAdminCalls, {
  becomeFirstAdmin: async (context, { body }) => {
    await becomeFirstAdmin(context, context.caller.user, body.token)
    return { success: true as const }
  },
})

export const totalsRoutes = routes(totalsCalls, {
  totals: async ({ clock, database: { query } }) => {
    const monthStart = `${monthOf(chicagoDay(clock.now()))}-01`
    const [{ members, seconds, adjusted }, days, monthSeconds, topUsers] = await Promise.all([
      totalsOfMembers(query),
      countDaysSat(query),
      secondsSince(query, monthStart),
      longestSitting(query, topUsersCount),
    ])
    return { totalUsers: members, ...figuresOf({ seconds, adjusted, days, monthSeconds }), topUsers }
  },
})

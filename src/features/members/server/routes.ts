// Routes of members: the list, changes by administrators, the first administrator, and totals.
import { defineRoutes } from '#server/http/calls.ts'
import { topUsersCount } from '#shared/constants.ts'
import { lastDays, monthOf } from '#shared/day.ts'
import { success } from '#shared/endpoint.ts'
import { firstAdminCalls, membersCalls, totalsCalls } from '../contract.ts'
import { computeTotals } from '../rules.ts'
import { downloadMembers } from './download.ts'
import { becomeFirstAdmin } from './first-admin.ts'
import { readMemberPage, sendResetLink, setGardenAngel, setTimeSpent, updateMember } from './members.ts'
import { memberChangeContextOf } from './service.ts'
import {
  countDaysWithSessions,
  listDaysSince,
  listTopMembers,
  sumSecondsSince,
  sumMemberTotals,
} from './sql/member-list.ts'

export const membersRoutes = defineRoutes(membersCalls, {
  members: async ({ clock, config, database, header }, { query }) => {
    const { members, total, page } = await readMemberPage(database.query, { clock, config }, query)
    header('x-total-count', total)
    header('x-page', page)
    return members
  },
  downloadMembers: async (context, { body }) => ({
    members: await downloadMembers(context, { adminId: context.caller.user.id, ...body }),
  }),
  updateMember: (context, { params, body }) =>
    updateMember(context, memberChangeContextOf(context, params), body),
  sendResetLink: async (context, { params }) => {
    await sendResetLink(context, memberChangeContextOf(context, params))
    return success
  },
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
    return success
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

// The handlers of what moderators and administrators do to people.
import type { Context } from '#server/context.ts'
import { routes } from '#server/http.ts'
import type { Parsed } from '#shared/endpoint.ts'
import { usersCalls } from '../contract.ts'
import { carryOutBan } from './ban.ts'

const ban = (context: Context<'chat.moderate'>, { params, body }: Parsed<typeof usersCalls.banByPut>) =>
  carryOutBan(context, { moderatorId: context.caller.user.id, userId: params.id, reason: body.reason })

export const usersRoutes = routes(usersCalls, { banByPut: ban, banByPost: ban })

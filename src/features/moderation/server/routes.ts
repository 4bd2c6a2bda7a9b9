// Routes of moderation: bans of members and of addresses.
import { memberChangeContextOf } from '#features/members/server/service.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { Parsed } from '#shared/endpoint.ts'
import { success } from '#shared/endpoint.ts'
import { addressBansCalls, bansCalls } from '../contract.ts'
import { banAddress, liftAddressBan, type AddressBanRegistry } from './address-bans.ts'
import { applyBan, checkBan, liftBan, type MemberMessages } from './bans.ts'
import { listAddressBans } from './sql/address-bans.ts'

/** `messages` are those that a ban may delete. */
export function createBansRoutes(messages: MemberMessages): Routes {
  const banHandler = (
    context: Context<'chat.moderate'>,
    { params, body: { reason, minutes, deleteMessagesOfToday = false } }: Parsed<typeof bansCalls.banByPut>,
  ) =>
    applyBan(context, {
      moderatorId: context.caller.user.id,
      userId: params.id,
      reason,
      minutes: minutes ?? null,
      messages: deleteMessagesOfToday ? messages : null,
    })
  return defineRoutes(bansCalls, {
    banCheck: ({ database, caller }, { params }) => checkBan(database.query, caller.user, params.id),
    banByPut: banHandler,
    banByPost: banHandler,
    unban: (context, { params }) => liftBan(context, memberChangeContextOf(context, params)),
  })
}

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
      return success
    },
  })
}

// Address ban routes: administrators list, create and lift address bans.
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { msToTimestamp } from '#shared/day.ts'
import { addressBansCalls } from '../contract.ts'
import { banAddress, liftAddressBan, type AddressBanRegistry } from './address-bans.ts'
import { listAddressBans } from './sql-address-bans.ts'

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

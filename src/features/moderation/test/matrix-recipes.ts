// Matrix recipes for the calls about bans of members and of addresses.
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'
import { onMember } from '#test/gates/matrix/on-member.ts'
import { missingId, type CallRecipe, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'
import type { TestUser } from '#test/people/cast.ts'

/** A public address that no other cell bans. */
const addressOf = (serial: number) => `198.41.${Math.floor(serial / 250) % 250}.${(serial % 250) + 1}`

/** Inserts an address ban; returns its id. */
async function makeAddressBan(
  { database, clock }: TestApp,
  { by, address }: { by: Pick<TestUser, 'userId'>; address: string },
): Promise<number> {
  const { id } = await database.query
    .insertInto('ip_bans')
    .values({
      ipAddress: sql`${address}::cidr`,
      reason: 'Unkind words',
      bannedAt: new Date(clock.now()),
      bannedBy: by.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const banAddress =
  (ipAddress: (serial: number) => string): CallRecipe =>
  ({ serial }) => ({ body: { ipAddress: ipAddress(serial), reason: 'Unkind words' } })

const bannable = [' of themselves', ' of an administrator', ' of a garden angel', ' of nobody'] as const

export const moderationRecipes: MatrixRecipes = {
  calls: {
    ...onMember('GET /api/admin/users/:id/ban-check', bannable),
    ...onMember('PUT /api/admin/users/:id/ban', bannable, { reason: 'Unkind words' }),
    ...onMember('POST /api/admin/users/:id/ban', bannable, { reason: 'Unkind words' }),
    ...onMember('POST /api/admin/users/:id/unban', [' of nobody', ' of a banned member']),
    'POST /api/admin/ip-bans': banAddress(addressOf),
    'POST /api/admin/ip-bans of an address that is banned': async (facts) => {
      await makeAddressBan(facts.app, { by: facts.other, address: addressOf(facts.serial) })
      return banAddress(addressOf)(facts)
    },
    'POST /api/admin/ip-bans of a private address': banAddress(() => '192.168.1.7'),
    "POST /api/admin/ip-bans of the caller's own": banAddress(() => '127.0.0.1'),
    'DELETE /api/admin/ip-bans/:id': async ({ app, other, serial }) => ({
      path: `/api/admin/ip-bans/${await makeAddressBan(app, { by: other, address: addressOf(serial) })}`,
    }),
    'DELETE /api/admin/ip-bans/:id of none': () => ({ path: `/api/admin/ip-bans/${missingId}` }),
  },
}

// Unlisted members: saves the choice and publishes it to the rooms of all nodes (TRUST-01).
import type { StoredAccount } from '#features/auth/rules.ts'
import { publishAccountChanged, updateChoices } from '#features/auth/server/service.ts'
import { assertNotBanned } from '#features/members/server/service.ts'
import type { Context } from '#server/context.ts'
import { busEvents } from '#shared/bus-events.ts'

export async function chooseUnlisted(
  { database, bus, caller }: Context<'meditation.join'>,
  isUnlisted: boolean,
): Promise<StoredAccount> {
  const saved = await database.transaction(async (tx) => {
    await assertNotBanned(tx, caller.user.id)
    return updateChoices(tx, caller.user.id, { isUnlisted })
  })
  const { id, name, profilePicture } = saved
  await bus.publish(busEvents.people, { id, name, profilePicture, isUnlisted })
  // Second: it makes the nodes read the choice again, so that of two concurrent ones the saved one lasts.
  await publishAccountChanged({ bus }, caller.user.uid)
  return saved
}

// Routes of the community's zone for administrators.
import { adminContextOf, assertCapability } from '#features/members/server/service.ts'
import { findSettings, incrementVersion } from '#server/community/sql.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { movedSittingsMax, zoneAdminCalls } from '../contract.ts'
import { changeSettings } from './read-settings.ts'
import { lockSettingsAsAdmin } from './settings.ts'
import {
  changeZone,
  findZoneChange,
  publishZoneChange,
  withdrawZoneChange,
  type ZoneInput,
} from './zone-change.ts'

type AdminCallContext = Context<'community.administer'>

export const zoneRoutes = defineRoutes(zoneAdminCalls, {
  previewZone: (context, { body: { zone } }) =>
    context.database.transaction(async (tx) => {
      const admin = adminContextOf(context)
      await assertCapability(tx, admin.adminId, 'community.administer')
      const { version } = await findSettings(tx)
      const found = await findZoneChange(tx, { ...zoneChangeTimeOf(context), zone })
      const { change, atOnce, moved, refusal } = found
      return {
        version,
        fromDay: change?.fromDay ?? null,
        startsAtMs: change?.startsAtMs ?? null,
        atOnce,
        moved: moved
          .slice(0, movedSittingsMax)
          .map(({ date, title, fromMs, toMs }) => ({ date, title, fromMs, toMs })),
        movedCount: moved.length,
        refused: refusal?.errorResponse.body.message ?? null,
      }
    }),
  saveZone: (context, { body: { version, zone } }) =>
    save(context, version, async (tx, input) => (await changeZone(tx, { ...input, zone })) !== null),
  withdrawZone: (context, { query: { version } }) =>
    save(context, version, async (tx, input) => {
      await withdrawZoneChange(tx, input)
      return true
    }),
})

/** Runs a change in a transaction, and publishes it; `change` returns false if nothing changed. */
async function save(
  context: AdminCallContext,
  version: number | undefined,
  change: (tx: Executor, input: Omit<ZoneInput, 'zone'>) => Promise<boolean>,
) {
  await changeSettings(context, async (tx) => {
    const admin = adminContextOf(context)
    await lockSettingsAsAdmin(tx, admin, { version, fields: ['zone'] })
    const input = { ...zoneChangeTimeOf(context), actorId: admin.adminId }
    if (await change(tx, input)) await incrementVersion(tx, ['zone'])
  })
  await publishZoneChange(context)
  const { calendar, community } = context
  const days = calendar.days()
  return {
    version: community.settings().version,
    zone: days.zoneOf(calendar.today()),
    zones: [...days.eras],
  }
}

/** The moment of a change, by this node's clock and by the room clock. */
export function zoneChangeTimeOf({ clock, roomClock }: Pick<AdminCallContext, 'clock' | 'roomClock'>) {
  return { nowMs: clock.now(), roomNowMs: roomClock.now() }
}

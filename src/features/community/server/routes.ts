// Routes of the community's settings.
import { adminContextOf } from '#features/members/server/service.ts'
import type { PictureWorkerPool } from '#features/profile/server/service.ts'
import { findSettings, incrementVersion } from '#server/community/sql.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { careTextCalls, communityCalls, type CommunitySettings } from '../contract.ts'
import { publicCommunityCalls } from '../public-contract.ts'
import { pickSettings } from '../settings.ts'
import { deleteOldLogos, renderLogo, storeLogo } from './logo.ts'
import { changeSettings, readCommunitySettings } from './read-settings.ts'
import { careOf, publicCommunity } from './service.ts'
import {
  assertSeveralADay,
  namedFields,
  lockSettingsAsAdmin,
  saveSettings,
  undoLastChange,
  type ResetSlots,
} from './settings.ts'
import { changeZone, publishZoneChange } from './zone-change.ts'
import { zoneChangeTimeOf } from './zone-routes.ts'

type AdminCallContext = Context<'community.administer'>

export interface CommunityDeps {
  /** Renders uploaded logos. */
  pictures: PictureWorkerPool
  resetSlots: ResetSlots
}

/** Routes of the settings. */
export function createCommunityRoutes({ pictures, resetSlots }: CommunityDeps): Routes {
  return defineRoutes(communityCalls, {
    communitySettings: readCommunitySettings,
    saveCommunitySettings: async (context, { body }) => {
      const { version, zone } = body
      // Without what a client only sends back of its read.
      const input = pickSettings(body)
      const fields = [...namedFields(input), ...(zone === undefined ? [] : (['zone'] as const))]
      const admin = adminContextOf(context)
      const today = context.calendar.today()
      const zoneToday = context.calendar.days().zoneOf(today)
      const { isSaved, isMoved } = await changeSettings(context, async (tx) => {
        const settings = await lockSettingsAsAdmin(tx, admin, { version, fields })
        await assertSeveralADay(tx, settings, input, { resetSlots, today })
        // Today's zone comes from an unchanged form, also while a change is pending.
        const isMoved =
          zone !== undefined &&
          zone !== zoneToday &&
          (await changeZone(tx, { ...zoneChangeTimeOf(context), actorId: admin.adminId, zone })) !== null
        const moved = isMoved ? (['zone'] as const) : []
        const isSaved = await saveSettings(tx, admin, settings, input, moved)
        if (isMoved && !isSaved) await incrementVersion(tx, moved)
        return { isSaved, isMoved }
      })
      if (isMoved) await publishZoneChange(context)
      else if (isSaved) await context.community.publishChange()
      return readCommunitySettings(context)
    },
    undoCommunitySettings: async (context, { body: { version } }) => {
      const days = { resetSlots, today: context.calendar.today() }
      await changeSettings(context, (tx) => undoLastChange(tx, adminContextOf(context), version, days))
      await context.community.publishChange()
      return readCommunitySettings(context)
    },
    saveLogo: async (context, { body, query: { version } }) => {
      // Rendered before the transaction, which must not wait for a decoder.
      const files = await renderLogo(pictures, Buffer.from(body))
      return changeLogo(context, version, (tx) => storeLogo(tx, files))
    },
    deleteLogo: (context, { query: { version } }) => changeLogo(context, version, async () => null),
  })
}

/** Changes the logo to the one that `store` stores, and deletes the files that no undo restores. */
async function changeLogo(
  context: AdminCallContext,
  version: number | undefined,
  store: (tx: Executor) => Promise<string | null>,
): Promise<CommunitySettings> {
  const admin = adminContextOf(context)
  await changeSettings(context, async (tx) => {
    const settings = await lockSettingsAsAdmin(tx, admin, { version, fields: ['logo'] })
    const logoId = await store(tx)
    if (await saveSettings(tx, admin, settings, { logoId }))
      await deleteOldLogos(tx, [logoId, settings.logoId])
  })
  await context.community.publishChange()
  return readCommunitySettings(context)
}

export const careTextRoutes = defineRoutes(careTextCalls, {
  care: async ({ database }) => careOf(await findSettings(database.query)),
})

export const publicCommunityRoutes = defineRoutes(publicCommunityCalls, {
  community: (context) => publicCommunity(context),
})

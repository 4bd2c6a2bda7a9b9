// Routes of the community's settings.
import { adminContextOf } from '#features/members/server/service.ts'
import { findLastChange, findSettings, incrementVersion } from '#server/community/sql.ts'
import type { Context } from '#server/context.ts'
import type { PictureWorkerPool } from '#features/profile/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { careTextCalls } from '../care-contract.ts'
import { communityCalls, type CommunitySettings } from '../contract.ts'
import { publicCommunityCalls } from '../public-contract.ts'
import { deleteOldLogos, renderLogo, storeLogo } from './logo.ts'
import { careOf, publicCommunity } from './service.ts'
import { changeZone, publishZoneChange } from './zone-change.ts'
import { zoneMomentOf } from './zone-routes.ts'
import {
  assertSeveralADay,
  lockSettingsAsAdmin,
  saveSettings,
  undoLastChange,
  undoUntil,
  type ResetSlots,
} from './settings.ts'

type AdminCallContext = Context<'community.administer'>

export interface CommunityDeps {
  /** Renders uploaded logos. */
  pictures: PictureWorkerPool
  resetSlots: ResetSlots
}

/** Routes of the settings. */
export function createCommunityRoutes({ pictures, resetSlots }: CommunityDeps): Routes {
  return defineRoutes(communityCalls, {
    communitySettings: readSettings,
    saveCommunitySettings: async (context, { body }) => {
      const { version, zone, zones: _zones, logo: _logo, accent: _accent, ...rest } = body
      const { languages: _languages, undoUntil: _undoUntil, ...more } = rest
      const { termsVersion: _termsVersion, hasLegalNotice: _hasLegalNotice, ...own } = more
      const { welcomeLanguage: _welcomeLanguage, ...input } = own
      const admin = adminContextOf(context)
      const today = context.calendar.today()
      const zoneToday = context.calendar.days().zoneOf(today)
      const { isSaved, isMoved } = await context.database.transaction(async (tx) => {
        const settings = await lockSettingsAsAdmin(tx, admin, version)
        await assertSeveralADay(tx, settings, input, { resetSlots, today })
        const isSaved = await saveSettings(tx, admin, settings, input)
        // Today's zone comes from an unchanged form, also while a change is pending.
        const isMoved =
          zone !== undefined &&
          zone !== zoneToday &&
          (await changeZone(tx, { ...zoneMomentOf(context), actorId: admin.adminId, zone })) !== null
        if (isMoved && !isSaved) await incrementVersion(tx)
        return { isSaved, isMoved }
      })
      if (isMoved) await publishZoneChange(context)
      else if (isSaved) await context.community.publishChange()
      return readSettings(context)
    },
    undoCommunitySettings: async (context, { body: { version } }) => {
      const days = { resetSlots, today: context.calendar.today() }
      await context.database.transaction((tx) => undoLastChange(tx, adminContextOf(context), version, days))
      await context.community.publishChange()
      return readSettings(context)
    },
    saveLogo: async (context, { body }) => {
      // Rendered before the transaction, which must not wait for a decoder.
      const files = await renderLogo(pictures, Buffer.from(body))
      return changeLogo(context, (tx) => storeLogo(tx, files))
    },
    deleteLogo: (context) => changeLogo(context, async () => null),
  })
}

/** Changes the logo to the one that `store` stores, and deletes the files that no undo restores. */
async function changeLogo(
  context: AdminCallContext,
  store: (tx: Executor) => Promise<string | null>,
): Promise<CommunitySettings> {
  const admin = adminContextOf(context)
  await context.database.transaction(async (tx) => {
    const settings = await lockSettingsAsAdmin(tx, admin, null)
    const logoId = await store(tx)
    if (await saveSettings(tx, admin, settings, { logoId }))
      await deleteOldLogos(tx, [logoId, settings.logoId])
  })
  await context.community.publishChange()
  return readSettings(context)
}

export const careTextRoutes = defineRoutes(careTextCalls, {
  care: async ({ database }) => careOf(await findSettings(database.query)),
})

export const publicCommunityRoutes = defineRoutes(publicCommunityCalls, {
  community: (context) => publicCommunity(context),
})

/** The settings as the form edits them. This node's copy may be older than the last change, so it is read again. */
async function readSettings(context: AdminCallContext): Promise<CommunitySettings> {
  const { database, clock, community } = context
  await community.refresh()
  const { welcome, translations, reflectionPairsMin, careText, careResources, ...settings } =
    community.settings()
  const { chatDays, newSchedules, severalADay } = settings
  return {
    ...publicCommunity(context),
    welcome,
    translations,
    reflectionPairsMin,
    careText,
    careResources,
    chatDays,
    newSchedules,
    severalADay,
    undoUntil: undoUntil(await findLastChange(database.query), clock.now()),
  }
}

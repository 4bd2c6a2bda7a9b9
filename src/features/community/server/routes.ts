// Routes of the community's settings; a change and its activity entry commit together (I23).
import { changedFields, recordAdminActivity } from '#features/activity/server/service.ts'
import { adminContextOf, assertCapability } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { communityActivities } from '../activities.ts'
import { zoneCalls } from '../zone-contract.ts'
import { communityCalls, type CommunitySettings } from '../contract.ts'
import { readCare } from './service.ts'
import { findSettings, lockSettingsForUpdate, updateSettings } from './sql.ts'

export const communityRoutes = defineRoutes(communityCalls, {
  care: ({ database }) => readCare(database.query),
  communitySettings: ({ database }) => findSettings(database.query),
  saveCommunitySettings: (context, { body: { version, ...input } }) =>
    context.database.transaction(async (tx) => {
      const admin = adminContextOf(context)
      await assertCapability(tx, admin.adminId, 'community.administer')
      const settings = await lockSettingsForUpdate(tx)
      if (version !== settings.version) throw appError('changed_meanwhile')
      const changed = changedFields(auditFieldsOf(settings), auditFieldsOf({ ...settings, ...input }))
      if (Object.keys(changed.after).length === 0) return settings
      await recordAdminActivity(tx, admin, {
        ...changed,
        kind: communityActivities.update,
        targetId: null,
        label: null,
      })
      return updateSettings(tx, input)
    }),
})

export const zoneRoutes = defineRoutes(zoneCalls, {
  community: ({ calendar }) => ({ zones: [...calendar.days().eras] }),
})

/** What the activity log shows: a line for each resource. */
function auditFieldsOf({ version: _version, careResources, ...fields }: CommunitySettings) {
  return {
    ...fields,
    careResources: careResources.map(({ name, contact, where }) =>
      [name, contact, where].filter((part) => part !== '').join(', '),
    ),
  }
}

// Data export: one consistent snapshot of all data about a member, collected from the features.
import { exportActivityData } from '#features/activity/server/service.ts'
import { exportSignInData } from '#features/auth/server/service.ts'
import { exportChatData } from '#features/chat/server/service.ts'
import { exportEnergyData } from '#features/energy/server/service.ts'
import { exportHelpData } from '#features/help/server/service.ts'
import { exportMeditationData } from '#features/meditation/server/service.ts'
import { exportPictureData } from '#features/profile/server/service.ts'
import { exportReferralData } from '#features/referrals/server/service.ts'
import { exportThanksData } from '#features/thanks/server/service.ts'
import { exportMemberRecord } from '#features/users/server/service.ts'
import type { Context } from '#server/context.ts'
import { exportedRowsMax } from '#shared/constants.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { AccountExport } from '../contract.ts'
import { truncatedLists } from '../rules.ts'
import { setRepeatableRead } from './sql.ts'

/**
 * Reads all parts in one repeatable-read transaction, so each concurrent write is in all of them or in none. Limits
 * each list to `rowsMax` rows.
 */
export async function exportAccount(
  { caller, clock, config, database }: Context<'profile.prepare'>,
  rowsMax: number = exportedRowsMax,
): Promise<AccountExport> {
  const { id: userId, uid } = caller.user
  return database.transaction(async (tx) => {
    await setRepeatableRead(tx)
    const { record, totalMinutes, adjustments } = await exportMemberRecord(tx, userId)
    const { name, profilePicture, profileCompleted, sitsQuietly, quantumLovePoints, ...account } = record
    const parts = {
      signIn: await exportSignInData(tx, uid, rowsMax),
      energy: await exportEnergyData(tx, userId, rowsMax),
      meditation: { totalMinutes, ...(await exportMeditationData(tx, userId, rowsMax)), adjustments },
      chat: await exportChatData(tx, userId, rowsMax),
      help: await exportHelpData(tx, userId, rowsMax),
      thanks: await exportThanksData(tx, userId, rowsMax),
      referrals: { quantumLovePoints, ...(await exportReferralData(tx, userId, rowsMax)) },
      activity: await exportActivityData(tx, userId, rowsMax),
    }
    const pictureData = await exportPictureData(tx, profilePicture)
    return {
      product: config.appName,
      exportedAt: msToTimestamp(clock.now()),
      shortened: truncatedLists(parts, rowsMax),
      account,
      profile: { name, profilePicture, pictureData, profileCompleted, sitsQuietly },
      ...parts,
    }
  })
}

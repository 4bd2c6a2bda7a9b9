// Data export: one consistent snapshot of all data about a member, collected from the features.
import { exportActivityData } from '#features/activity/server/service.ts'
import { exportSignInData } from '#features/auth/server/service.ts'
import { exportChatData } from '#features/chat/server/service.ts'
import { exportEnergyData } from '#features/energy/server/service.ts'
import { exportMeditationData } from '#features/meditation/server/service.ts'
import { exportPictureData } from '#features/profile/server/service.ts'
import { exportReferralData } from '#features/referrals/server/service.ts'
import { exportMemberRecord } from '#features/users/server/service.ts'
import type { Context } from '#server/context.ts'
import { exportedRowsMax } from '#shared/constants.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { AccountExport } from '../contract.ts'
import { truncatedLists } from '../rules.ts'
import { setRepeatableRead } from './sql.ts'

/** Reads everything in one transaction, so concurrent writes don't appear in only some of the parts. */
export async function exportAccount(
  { caller, clock, config, database }: Context<'profile.prepare'>,
  max: number = exportedRowsMax,
): Promise<AccountExport> {
  const { id: userId, uid } = caller.user
  return database.transaction(async (tx) => {
    await setRepeatableRead(tx)
    const { record, totalMinutes, adjustments } = await exportMemberRecord(tx, userId)
    const { name, profilePicture, profileCompleted, quantumLovePoints, ...account } = record
    const parts = {
      signIn: await exportSignInData(tx, uid, max),
      energy: await exportEnergyData(tx, userId, max),
      meditation: { totalMinutes, ...(await exportMeditationData(tx, userId, max)), adjustments },
      chat: await exportChatData(tx, userId, max),
      referrals: { quantumLovePoints, ...(await exportReferralData(tx, userId, max)) },
      activity: await exportActivityData(tx, userId, max),
    }
    const pictureData = await exportPictureData(tx, profilePicture)
    return {
      product: config.appName,
      exportedAt: msToTimestamp(clock.now()),
      shortened: truncatedLists(parts, max),
      account,
      profile: { name, profilePicture, pictureData, profileCompleted },
      ...parts,
    }
  })
}

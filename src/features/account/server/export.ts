// Everything that is kept about a member, as of one moment: each feature brings its part.
import { exportOf as activityOf } from '#features/activity/server/service.ts'
import { exportOf as signInOf } from '#features/auth/server/service.ts'
import { exportOf as chatOf } from '#features/chat/server/service.ts'
import { exportOf as energyOf } from '#features/energy/server/service.ts'
import { exportOf as meditationOf } from '#features/meditation/server/service.ts'
import { exportOf as pictureOf } from '#features/profile/server/service.ts'
import { exportOf as referralsOf } from '#features/referrals/server/service.ts'
import { exportOf as recordOf } from '#features/users/server/service.ts'
import type { Context } from '#server/context.ts'
import { exportedRowsMax } from '#shared/constants.ts'
import { timestampOf } from '#shared/day.ts'
import type { AccountExport } from '../contract.ts'
import { shortenedLists } from '../rules.ts'
import { seeOneMoment } from './sql.ts'

/** Reads it all in one transaction: what is written meanwhile is in no part of it. */
export async function exportAccount(
  { caller, clock, config, database }: Context<'profile.prepare'>,
  max: number = exportedRowsMax,
): Promise<AccountExport> {
  const { id: userId, uid } = caller.user
  return database.transaction(async (tx) => {
    await seeOneMoment(tx)
    const { record, totalMinutes, adjustments } = await recordOf(tx, userId)
    const { name, profilePicture, profileCompleted, quantumLovePoints, ...account } = record
    const parts = {
      signIn: await signInOf(tx, uid, max),
      energy: await energyOf(tx, userId, max),
      meditation: { totalMinutes, ...(await meditationOf(tx, userId, max)), adjustments },
      chat: await chatOf(tx, userId, max),
      referrals: { quantumLovePoints, ...(await referralsOf(tx, userId, max)) },
      activity: await activityOf(tx, userId, max),
    }
    const pictureData = await pictureOf(tx, profilePicture)
    return {
      product: config.appName,
      exportedAt: timestampOf(clock.now()),
      shortened: shortenedLists(parts, max),
      account,
      profile: { name, profilePicture, pictureData, profileCompleted },
      ...parts,
    }
  })
}

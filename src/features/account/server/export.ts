// Data export: one consistent snapshot of all data about a member, collected from the features.
import { recordActivity } from '#features/activity/server/service.ts'
import { findCareChoice } from '#features/care/server/service.ts'
import { exportEntries } from '#features/energy/server/service.ts'
import { exportMeditationData } from '#features/meditation/server/service.ts'
import { exportMemberRecord, findMemberByEmail } from '#features/members/server/service.ts'
import { exportPictureData } from '#features/profile/server/service.ts'
import { exportReferralData } from '#features/referrals/server/service.ts'
import { findReflectionOptIn } from '#features/reflections/server/service.ts'
import type { Clock } from '#server/clock.ts'
import { findSettings } from '#server/community/sql.ts'
import type { User } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import type { MemberData } from '#server/member-data.ts'
import { exportedRowsMax } from '#shared/constants.ts'
import { msToTimestamp } from '#shared/day.ts'
import { memberDataActivities } from '../activities.ts'
import type { AccountExport } from '../contract.ts'
import { truncatedLists } from '../rules.ts'
import { setRepeatableRead } from './sql.ts'

interface ExportDeps {
  clock: Pick<Clock, 'now'>
  database: Database
  /** The parts of the other features, in the order of the file. */
  memberData: readonly Pick<MemberData, 'exported'>[]
}

/**
 * Exports a member by email address (in lower case), for an operator who handles a privacy request. Banned members
 * can't ask in the app. Records an activity entry. Null if no member has the address.
 */
export async function exportAccountByEmail(deps: ExportDeps, email: string): Promise<AccountExport | null> {
  const { query } = deps.database
  const member = await findMemberByEmail(query, email)
  if (!member || member.uid === null) return null
  const content = await exportAccount(deps, { id: member.id, uid: member.uid })
  await recordActivity(query, {
    actorId: null,
    kind: memberDataActivities.export,
    targetId: member.id,
    after: { way: 'cli' },
    createdAt: new Date(deps.clock.now()),
  })
  return content
}

/**
 * Reads all parts in one repeatable-read transaction, so each concurrent write is in all of them or in none. Limits
 * each list to `rowsMax` rows.
 */
export async function exportAccount(
  { clock, database, memberData }: ExportDeps,
  { id: userId, uid }: Pick<User, 'id' | 'uid'>,
  rowsMax: number = exportedRowsMax,
): Promise<AccountExport> {
  return database.transaction(async (tx) => {
    await setRepeatableRead(tx)
    const { record, totalMinutes, adjustments } = await exportMemberRecord(tx, userId)
    const { name, profilePicture, profileCompleted, isUnlisted, language, quantumLovePoints, ...account } =
      record
    const parts = {
      energy: {
        reflectionOptIn: await findReflectionOptIn(tx, userId),
        care: await findCareChoice(tx, userId),
        entries: await exportEntries(tx, userId, rowsMax),
      },
      meditation: { totalMinutes, ...(await exportMeditationData(tx, userId, rowsMax)), adjustments },
      referrals: { quantumLovePoints, ...(await exportReferralData(tx, userId, rowsMax)) },
    }
    const added: Record<string, object> = {}
    for (const { exported } of memberData)
      if (exported) {
        const part = await exported.read(tx, { id: userId, uid }, rowsMax)
        added[exported.name] = { ...added[exported.name], ...part }
      }
    const pictureData = await exportPictureData(tx, profilePicture)
    return {
      product: (await findSettings(tx)).name,
      exportedAt: msToTimestamp(clock.now()),
      shortened: truncatedLists({ ...parts, ...added }, rowsMax),
      account,
      profile: { name, profilePicture, pictureData, profileCompleted, isUnlisted, language },
      ...parts,
      ...added,
    }
  })
}

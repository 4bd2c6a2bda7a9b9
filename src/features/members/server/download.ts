// The list of members as rows for a spreadsheet, for administrators.
import { recordAdminActivity } from '#features/activity/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { memberActivities } from '../activities.ts'
import type { DownloadedMember, MemberFilter } from '../contract.ts'
import { memberErrors } from '../errors.ts'
import { memberMatch, type MemberMatch } from '../member-match.ts'
import { assertCapability } from './service.ts'
import { listMembersForDownload } from './sql/member-list.ts'

/** All rows are in memory at once. */
const downloadedMembersMax = 20_000

/**
 * Reads the members who match, and records an entry with their number alone. Throws `too_many_members`, or `forbidden` if
 * the caller lost the role meanwhile.
 */
export function downloadMembers(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  { adminId, ...input }: MemberFilter & { adminId: number; search?: string | undefined },
): Promise<DownloadedMember[]> {
  const now = new Date(clock.now())
  return database.transaction(async (tx) => {
    await assertCapability(tx, adminId, 'community.administer')
    const members = await readBounded(tx, memberMatch(input, now.getTime()), downloadedMembersMax)
    await recordAdminActivity(
      tx,
      { adminId, now },
      { kind: memberActivities.download, after: { downloaded: members.length } },
    )
    return members
  })
}

/** Reads the members who match. Throws `too_many_members` above `max`. */
export async function readBounded(
  tx: Executor,
  match: MemberMatch,
  max: number,
): Promise<DownloadedMember[]> {
  const members = await listMembersForDownload(tx, match, max + 1)
  if (members.length > max) throw appError(memberErrors.too_many_members)
  return members
}

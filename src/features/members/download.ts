// The download of members: its table for a spreadsheet, and its file name.
import type { CsvTable } from '#shared/csv.ts'
import { dayInZone, timestampToMs } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'
import type { DownloadedMember } from './contract.ts'
import { mayHostName, roleNames } from './member-labels.ts'

/** The file name of a download on a day. */
export function membersFileName(today: string): string {
  return t('stillwater-users-{today}.csv', { today })
}

/** One row for each member; days are those of the zone, written YYYY-MM-DD. */
export function membersTable(members: readonly DownloadedMember[], zone: string): CsvTable {
  const dayOf = (timestamp: string) => dayInZone(timestampToMs(timestamp), zone)
  return {
    fields: [
      t('Name'),
      t('Email address'),
      t('Role'),
      translate(mayHostName),
      t('Joined'),
      t('Last seen'),
      t('Minutes'),
    ],
    data: members.map(({ name, email, role, mayHost, createdAt, lastSeenAt, totalTimeSpent }) => [
      name,
      email ?? '',
      translate(roleNames[role]),
      mayHost ? t('yes') : '',
      dayOf(createdAt),
      lastSeenAt === null ? '' : dayOf(lastSeenAt),
      totalTimeSpent,
    ]),
  }
}

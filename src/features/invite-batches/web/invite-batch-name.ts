// The name of a list of people: when it was invited, and by whom.
import { timestampLabel } from '#features/members/member-labels.ts'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import type { InviteBatchName } from '../contract.ts'

/** 'Nov 28, 2026, 12:00 PM, by Ada Adler' */
export function inviteBatchName({ createdAt, maker }: InviteBatchName): string {
  const { day, time } = timestampLabel(createdAt, communityZone())
  return t('{day}, {time}, by {maker}', { day, time, maker: maker?.name ?? t('a former administrator') })
}

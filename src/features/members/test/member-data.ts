// Where tests look for a member's data of the members feature.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const membersFacts: MemberDataFacts = {
  exported: {
    users: {
      at: ['account', 'profile', 'referrals.quantumLovePoints'],
      left: 'isBanned bannedAt bannedReason bannedBy deletedAt isAdminDecided termsVersion emailCorrectedAt',
      why: 'the activity has the bans; deleted members can’t ask; a setting of the role; the newest of terms.accepted; a notice that waits',
    },
    time_adjustments: {
      at: ['meditation.adjustments'],
      left: 'id userId adjustedBy',
      why: 'the administrator’s number',
    },
    member_times: {
      at: ['meditation.totalMinutes'],
      left: 'userId seconds adjusted',
      why: 'sums of these',
    },
  },
  renamed: {
    users: { firebaseUid: 'uid' },
    member_times: { minutes: 'totalMinutes' },
  },
  notExported: {
    member_keys: 'sort keys of the list of members: name and address',
    first_admin_links: 'the hash of a secret for no particular member',
  },
  retainedColumns: {
    'users.bannedBy': 'the moderator’s number, without a name',
    'time_adjustments.adjustedBy': 'the administrator’s number, without a name',
  },
  erasedColumns: ['member_keys.userId', 'member_times.userId', 'time_adjustments.userId'],
}

// Member data of the referrals; the account exports them together with the points.
import type { MemberData } from '#server/member-data.ts'
import { cancelPendingReferral } from './sql.ts'

/**
 * An erasure cancels a pending referral and deletes the join address. Ledger and referral rows stay, so that other members
 * keep their points (USR-16).
 */
export const referralsMemberData: MemberData = { erase: cancelPendingReferral }

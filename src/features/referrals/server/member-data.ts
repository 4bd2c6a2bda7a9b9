// Member data of the referrals; the account exports them together with the points.
import type { MemberData } from '#server/member-data.ts'
import { eraseReferral } from './service.ts'

export const referralsMemberData: MemberData = { erase: eraseReferral }

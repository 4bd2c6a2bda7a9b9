// Member data of the visits; the account exports them together with the totals.
import type { MemberData } from '#server/member-data.ts'
import { eraseVisits } from './service.ts'

export const meditationMemberData: MemberData = { erase: eraseVisits }

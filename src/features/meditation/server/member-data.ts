// Member data of the visits; the account exports them together with the totals.
import type { MemberData } from '#server/member-data.ts'
import { deleteVisits } from './sql.ts'

export const meditationMemberData: MemberData = { erase: deleteVisits }

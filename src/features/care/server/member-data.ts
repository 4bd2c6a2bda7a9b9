// Member data of the care card: the choice, which the account exports with the levels.
import type { MemberData } from '#server/member-data.ts'
import { eraseCareChoice } from './sql.ts'

export const careMemberData: MemberData = { erase: eraseCareChoice }

// Member data of the levels; the account exports them together with the choices about them.
import type { MemberData } from '#server/member-data.ts'
import { eraseEntries } from './sql.ts'

export const energyMemberData: MemberData = { erase: eraseEntries }

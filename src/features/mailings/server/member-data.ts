// Member data of mailings.
import type { MemberData } from '#server/member-data.ts'
import { deleteMailingsOf } from './sql.ts'

export const mailingsMemberData: MemberData = { erase: deleteMailingsOf }

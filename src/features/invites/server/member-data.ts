// Member data of invitations: they belong to the community, and stay without their maker.
import type { MemberData } from '#server/member-data.ts'
import { clearInviteMaker } from './sql.ts'

export const invitesMemberData: MemberData = { erase: clearInviteMaker }

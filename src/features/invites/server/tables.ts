// Member data of invites: they belong to the community, and stay without their maker.
import { memberTable } from '#server/member-table.ts'

export const invitesTable = memberTable('invites', { clear: ['makerId'] })

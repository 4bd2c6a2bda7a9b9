// Member data of the chat; the account erases it, as its rooms must know.
import type { MemberData } from '#server/member-data.ts'
import { exportedChatSchema } from '../exported.ts'
import { exportChatData } from './service.ts'

export const chatMemberData: MemberData = {
  exported: {
    name: 'chat',
    schema: exportedChatSchema,
    read: (tx, { id }, rowsMax) => exportChatData(tx, id, rowsMax),
  },
}

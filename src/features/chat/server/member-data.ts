// Member data of the chat; the account erases it, as its rooms must know.
import type { MemberData } from '#server/member-data.ts'
import { exportedChatSchema } from '../exported.ts'
import { exportLikes } from './sql/likes.ts'
import { exportMessages } from './sql/messages.ts'

export const chatMemberData: MemberData = {
  exported: {
    name: 'chat',
    schema: exportedChatSchema,
    read: async (tx, { id }, rowsMax) => ({
      messages: await exportMessages(tx, id, rowsMax),
      likes: await exportLikes(tx, id, rowsMax),
    }),
  },
}

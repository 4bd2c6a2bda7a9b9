// Where tests look for a member's data of chat.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const chatFacts: MemberDataFacts = {
  exported: {
    chat_messages: {
      at: ['chat.messages'],
      left: 'userId clientMessageId deletedBy',
      why: 'the moderator’s number; a number of the page',
    },
    message_likes: { at: ['chat.likes'], left: 'id userId', why: 'the caller' },
  },
  retainedColumns: {
    'chat_messages.deletedBy': 'the moderator’s number, without a name',
  },
  erasedColumns: ['chat_messages.userId', 'message_likes.userId'],
}

// Member data of mailings: the links that end mails, and the days with a mail.
import { memberTable } from '#server/member-table.ts'

export const unsubscribeTokensTable = memberTable('unsubscribe_tokens', { owner: 'userId' })

export const dailyMailsTable = memberTable('daily_mails', { owner: 'userId' })

// Member data of mailings: the days with a mail.
import { memberTable } from '#server/member-table.ts'

export const dailyMailsTable = memberTable('daily_mails', { owner: 'userId' })

// Mailings for other features: they declare a kind, claim the day's mail, and queue batches.
export type { MailingKind } from './kinds.ts'
export { claimDailyMails, findRecipient } from './sql.ts'

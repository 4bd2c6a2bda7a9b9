// Mailings for other features: they declare a kind, claim the day's mail, and queue batches.
export type { MailingContent, MailingKind, OutsideMailKind } from './kinds.ts'
export { claimDailyMail } from './sql.ts'

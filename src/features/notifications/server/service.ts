// Notifications for other features: who chose what and can be reached, and the link that ends a kind of mails.
export type { ChosenMailKind } from './chosen-mails.ts'
export { findNotificationChoices } from './sql/choices.ts'
export {
  changesChoosers,
  countNewsReaders,
  findRecipient,
  listDayBeforeZones,
  listNewsReaders,
  listSittingChoices,
  type MemberRange,
  type SittingChoices,
} from './sql/recipients.ts'
export { createUnsubscribePath } from './unsubscribe.ts'

// Notifications for other features: who chose what and can be reached, and the link that ends a kind of mails.
export {
  changesChoosers,
  countNewsReaders,
  findNotificationChoices,
  listDayBeforeZones,
  listNewsReaders,
  listSittingChoices,
  type MemberRange,
  type SittingChoices,
} from './sql/choices.ts'
export type { ChosenMailKind } from './chosen-mails.ts'
export { createUnsubscribePath } from './unsubscribe.ts'

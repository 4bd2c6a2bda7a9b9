// The name of members whose account was deleted.
import { t } from './i18n/t.ts'

/** Stored in place of a deleted member's name. */
export const formerMemberName = 'Former member'

/** A member's name as its viewer sees it. */
export function shownMemberName(stored: string): string {
  return stored === formerMemberName ? t('Former member') : stored
}

// The words for a stream without stamps: at the seat, and in the page's details (STREAM-17).
import { t } from '#shared/i18n/t.ts'

export function notInStep(): string {
  return t('Not in step with the group')
}

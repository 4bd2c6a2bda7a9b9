// How many messages the chat has, in words.
import { chatHistorySize } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'

/** '3 messages'. A log holds the newest messages alone. */
export function messagesSentence(count: number): string {
  if (count === 0) return t('No messages yet')
  return count < chatHistorySize
    ? t('{count, plural, one {# message} other {# messages}}', { count })
    : t('More than {count} messages', { count: chatHistorySize - 1 })
}

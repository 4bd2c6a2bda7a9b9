// News errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const newsErrors = defineErrors({
  news_mail_taken: {
    status: 409,
    message: message(
      'Only one news mail goes out a day, and four a week. Publish this one without a mail, or start it on another day.',
    ),
  },
  news_mail_unconfirmed: {
    status: 409,
    message: message('Please confirm your own email address first: mails go only to confirmed ones.'),
  },
})

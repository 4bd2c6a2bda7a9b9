// News errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const newsErrors = defineErrors({
  news_mail_taken: {
    status: 409,
    message: message(
      'Only one news email goes out a day, and four a week. Publish this one without an email, or start it on another day.',
    ),
  },
  news_mail_unconfirmed: {
    status: 409,
    message: message('Please confirm your own email address first: emails go only to confirmed ones.'),
  },
})

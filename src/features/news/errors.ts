// News errors.
import { newsMailsPerWeek } from '#shared/constants.ts'
import { defineErrors } from '#shared/errors.ts'

export const newsErrors = defineErrors({
  news_mail_taken: {
    status: 409,
    message: `Only one mail of news leaves a day, and ${newsMailsPerWeek} in a week. Publish this one without a mail, or start it on another day.`,
  },
  news_mail_unconfirmed: {
    status: 409,
    message: 'Please confirm your own email address first: mails go only to confirmed ones.',
  },
})

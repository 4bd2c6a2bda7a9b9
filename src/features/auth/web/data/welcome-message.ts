// Welcome message after sign-in (AUTH-05).
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'

export interface WelcomeMessage {
  title: string
  description?: string
}

/** `isUnchecked`: there was a referral code, but it could not be checked. */
export function welcomeMessage({
  isNew,
  isUnchecked,
}: {
  isNew: boolean
  isUnchecked: boolean
}): WelcomeMessage {
  if (!isNew) return { title: messages.welcomeBack }
  return {
    title: messages.accountCreated,
    ...(isUnchecked && {
      description: t('Your friend’s code couldn’t be checked. An administrator can add it.'),
    }),
  }
}

// The words for somebody who came in (AUTH-05).
import { messages } from '#shared/messages.ts'

export interface WelcomeMessage {
  title: string
  description?: string
}

/** `isUnchecked`: they came by a friend's code, and whose it is could not be found out. */
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
      description: 'Your friend’s code couldn’t be checked. An administrator can add it.',
    }),
  }
}

// The mails that members choose and can end: what ends each kind, and the texts of its unsubscribe pages.
import type { Executor } from '#server/db/database.ts'
import { message, type Message } from '#shared/i18n/t.ts'
import { switchOffNewsMails, switchOffReminderMails } from './sql/choices.ts'

/** The texts of the pages behind an unsubscribe link. */
export interface UnsubscribeTexts {
  question: Message
  effect: Message
  /** With a `<settings>` link. */
  done: Message
}

interface ChosenMails {
  texts: UnsubscribeTexts
  /** Switches its mails off for a member, and nothing else. */
  switchOff(tx: Executor, userId: number): Promise<void>
}

/** By the kind, which is stored with their unsubscribe tokens. */
export const chosenMails = {
  reminders: {
    texts: {
      question: message('Stop reminders by email?'),
      effect: message('You’ll no longer get reminders at this address. Nothing else changes.'),
      done: message(
        'You’ll no longer get reminders by email. If you change your mind, turn them back on in <settings>your settings</settings>.',
      ),
    },
    switchOff: switchOffReminderMails,
  },
  news: {
    texts: {
      question: message('Stop news by email?'),
      effect: message('You’ll no longer get news at this address. Nothing else changes.'),
      done: message(
        'You’ll no longer get news by email. If you change your mind, turn it back on in <settings>your settings</settings>.',
      ),
    },
    switchOff: switchOffNewsMails,
  },
} as const satisfies Record<string, ChosenMails>
export type ChosenMailKind = keyof typeof chosenMails

export function isChosenMailKind(kind: string): kind is ChosenMailKind {
  return Object.hasOwn(chosenMails, kind)
}

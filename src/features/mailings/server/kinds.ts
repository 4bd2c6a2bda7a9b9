// Kinds of mails to many members: a feature composes its own, and the app hands them in.
import type { ChosenMailKind } from '#features/notifications/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import type { BulkMailDelay, ComposedBulkMail } from '#server/mail/bulk-mail-queue.ts'
import type { MailContent, MailRecipient } from '#server/mail/mail-layout.ts'
import type { Language } from '#shared/i18n/t.ts'

export interface MailingContent extends MailContent {
  /**
   * Claims the mail just before it is sent, and only once: in the transaction that marks it as on its way. Returns
   * false, and writes nothing, if it isn't to be sent. The claim of a mail that fails stays.
   */
  claim?: (tx: Executor) => Promise<boolean>
}

export interface MailingKind {
  /** The `type` of its batches; its members can end it (`features/notifications/server/chosen-mails.ts`). */
  readonly name: ChosenMailKind
  /**
   * Composes the mail just before it is sent; null if it has become pointless, or the member doesn't want it. `claim`
   * uses up and counts. `isClaimed`: it was claimed before, and is tried again.
   */
  compose(facts: unknown, userId: number, options: { isClaimed: boolean }): Promise<MailingContent | null>
}

/** A mail to someone who isn't a member, with the link that ends such mails. */
export interface OutsideMail extends Pick<ComposedBulkMail, 'claim' | 'settle'> {
  recipient: MailRecipient
  /** Null for the community's. */
  language: Language | null
  /** Words it, in that language. The link of its `footer` ends such mails. */
  content: () => MailContent & Required<Pick<MailContent, 'footer'>>
}

/** A kind of mails to people who aren't members. Its batches have ids of its own. */
export interface OutsideMailKind {
  /** The `type` of its batches. */
  readonly name: string
  /** Null if it has become pointless; a delay if the batch has to wait. */
  compose(facts: unknown, recipientId: number): Promise<OutsideMail | BulkMailDelay | null>
}

// The mails of lists: composed when they leave, claimed, sent once, and their outcome stored (JOIN-02, JOIN-05).
import { listEmailsOfAccounts } from '#features/auth/server/service.ts'
import { findInviteCode, updateInviteEnd } from '#features/invites/server/service.ts'
import type { OutsideMailKind } from '#features/mailings/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { BulkMailOutcome } from '#server/mail/bulk-mail-queue.ts'
import { invitationsPerHour, personalInviteDays } from '#shared/constants.ts'
import { timestampToMs } from '#shared/day.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { truncateUtf16 } from '#shared/text.ts'
import { inviteMail } from '../mail.ts'
import type { Mailboxes } from './mailboxes.ts'
import { eraseInvitationsOf } from './refusals.ts'
import { findMailedAt, isRefused, saveMailboxMailed } from './sql/mailboxes.ts'
import { claimRecipient, findWaitingRecipient, saveMember, settleRecipient } from './sql/recipients.ts'

/** The type of the batches. */
export const inviteMailType = 'invites'
/** Stored with the batches. */
export interface InviteMailFacts {
  batchId: number
}

const bounceReasonMaxChars = 300

type MailsDeps = Pick<Platform, 'clock' | 'community' | 'database'> & { mailboxes: Mailboxes }

export function createInviteMails({ clock, community, database, mailboxes }: MailsDeps): OutsideMailKind {
  /** Until the next one may leave; null if it may now. */
  const findDelayMs = async (): Promise<number | null> => {
    if (community.settings().joining === 'closed') return minuteMs
    const after = new Date(clock.now() - hourMs)
    const mailedAt = await findMailedAt(database.query, { max: invitationsPerHour, after })
    return mailedAt === null ? null : timestampToMs(mailedAt) + hourMs - clock.now()
  }

  return {
    name: inviteMailType,
    compose: async (_facts, id) => {
      const waiting = await findWaitingRecipient(database.query, id)
      if (!waiting) return null
      const { email, emailHash, inviteId, language, maker, proposedName, sentence } = waiting
      // They joined meanwhile by another way.
      if ((await listEmailsOfAccounts(database.query, [email])).size > 0) {
        await saveMember(database.query, id)
        return null
      }
      // They refused while the list was invited.
      if (await isRefused(database.query, emailHash)) {
        await database.transaction((tx) => eraseInvitationsOf(tx, emailHash))
        return null
      }
      const waitMs = await findDelayMs()
      if (waitMs !== null) return { waitMs }
      const code = await findInviteCode(database.query, inviteId)
      if (code === null) return null
      const token = await mailboxes.refusalToken(emailHash)
      const endsAt = new Date(clock.now() + personalInviteDays * dayMs)
      return {
        recipient: { email, name: proposedName },
        language,
        content: () => {
          const { name, language: sentenceLanguage } = community.settings()
          return inviteMail({ community: name, maker, sentence, sentenceLanguage, code, token })
        },
        claim: async (tx) => {
          const now = new Date(clock.now())
          if (!(await claimRecipient(tx, id, now))) return false
          await saveMailboxMailed(tx, emailHash, now)
          await updateInviteEnd(tx, inviteId, endsAt)
          return true
        },
        settle: (db, outcome) => settle(db, id, outcome),
      }
    },
  }
}

/** What the mail server said, from its status code on. */
function serverWords(reason: string): string {
  return /\b[45]\d\d[ -].*/.exec(reason)?.[0] ?? reason
}

function settle(db: Executor, id: number, outcome: BulkMailOutcome): Promise<void> {
  switch (outcome.state) {
    case 'sent':
      return settleRecipient(db, id, { state: 'sent' })
    case 'rejected':
      return settleRecipient(db, id, {
        state: 'bounced',
        bounceReason: truncateUtf16(serverWords(outcome.reason), bounceReasonMaxChars),
      })
    case 'deferred':
    case 'outage':
      return settleRecipient(db, id, { state: 'waiting' })
  }
}

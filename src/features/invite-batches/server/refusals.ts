// 'Don't write to me again': the link of an invitation, without a session and without a script (JOIN-03).
import { deleteInvites } from '#features/invites/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { t } from '#shared/i18n/t.ts'
import type { Mailboxes } from './mailboxes.ts'
import { insertRefusedMailbox } from './sql/mailboxes.ts'
import { deleteOfferedTimeOfEmails } from './sql/offered-time.ts'
import { saveRefused } from './sql/recipients.ts'

/** For the page of the link. */
export interface Refusals {
  /** The question of the page; null for a forged token. Changes nothing. */
  find(token: string): Promise<{ title: string; text: string; button: string } | null>
  /** Refuses all later invitations of this mailbox, for good; null for a forged token. */
  press(token: string): Promise<{ title: string; text: string } | null>
}

/** Ends what waits for a mailbox that refused, and erases what was known of it. */
export async function eraseInvitationsOf(tx: Executor, emailHash: Buffer): Promise<void> {
  const refused = await saveRefused(tx, emailHash)
  await deleteOfferedTimeOfEmails(
    tx,
    refused.flatMap(({ email }) => email ?? []),
  )
  await deleteInvites(
    tx,
    refused.flatMap(({ inviteId }) => inviteId ?? []),
  )
}

type RefusalsDeps = Pick<Platform, 'clock' | 'community' | 'database'> & { mailboxes: Mailboxes }

export function createRefusals({ clock, community, database, mailboxes }: RefusalsDeps): Refusals {
  const name = () => ({ community: community.settings().name })
  return {
    find: async (token) => {
      if ((await mailboxes.readToken(token)) === null) return null
      return {
        title: t('No more invitations from {community}?', name()),
        text: t(
          'Your address gets no more invitations to {community}. An open one ends, and your address comes off the list. If you have joined, your account stays.',
          name(),
        ),
        button: t('Don’t write to me again'),
      }
    },
    press: async (token) => {
      const emailHash = await mailboxes.readToken(token)
      if (emailHash === null) return null
      await database.transaction(async (tx) => {
        await insertRefusedMailbox(tx, emailHash, new Date(clock.now()))
        await eraseInvitationsOf(tx, emailHash)
      })
      return {
        title: t('You won’t hear from {community} again', name()),
        text: t(
          'Your address is off the list. Only a code made from it stays, so that no one invites you again. If you have joined, your account stays.',
        ),
      }
    },
  }
}

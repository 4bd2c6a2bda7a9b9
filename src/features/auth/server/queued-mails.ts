// Queued account mails: what is stored until a mail is sent, and how it is composed then. A link's secret is created
// only now, so that the database never contains one.
import * as z from 'zod/mini'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { withLocale } from '#server/i18n/locale.ts'
import type { MailSite } from '#server/mail/mail-layout.ts'
import { insertMail, type MailDelay } from '#server/mail/mailer.ts'
import type { Mail } from '#server/mail/transport.ts'
import { languages, currentLocale } from '#shared/i18n/t.ts'
import {
  accountCreatedMail,
  emailChangeMail,
  emailChangedMail,
  joinMail,
  moderationMail,
  newSignInMethodMail,
  passwordChangedMail,
  resetMail,
  roleRemovedMail,
  verificationMail,
} from './account-mails.ts'
import { mayMailJoinLink, unconfirmedMailWaitMs } from './mail-limits.ts'
import { createJoinLink, createMailedLink, mayJoinByLink, renewUndoLink } from './mailed-links.ts'
import {
  findIdentityUserByEmail,
  findIdentityUserByRecord,
  findIdentityUserByUid,
  isEmailTaken,
  importExternalUser,
} from './sql/identity-users.ts'
import { findLanguage, findMemberName, findMemberRoles } from './sql/mail-recipients.ts'

/** Stored as JSON. Erasure finds the mails of an account by `uid` and `email` (`deleteQueuedMails`). */
const accountMailSchema = z.discriminatedUnion('type', [
  // `by`: the administrator who sends it, as a member's number.
  z.object({ type: z.literal('password-reset'), email: z.string(), by: z.optional(z.int()) }),
  // Of an account that the operator created; `lifetimeMs` is that of its link, from the sending on.
  z.object({ type: z.literal('account-created'), uid: z.string(), lifetimeMs: z.int() }),
  z.object({ type: z.literal('join'), email: z.string() }),
  z.object({ type: z.literal('verification'), uid: z.string(), sessionId: z.optional(z.int()) }),
  z.object({ type: z.literal('email-change'), uid: z.string() }),
  z.object({ type: z.literal('email-changed'), uid: z.string(), email: z.string() }),
  z.object({ type: z.literal('password-changed'), uid: z.string() }),
  z.object({ type: z.literal('new-sign-in-method'), uid: z.string(), email: z.string() }),
  z.object({
    type: z.literal('role-removed'),
    uid: z.string(),
    role: z.enum(['administrator', 'garden-angel']),
    by: z.int(),
  }),
  // To an administrator: a number, and nothing of what or whom it is about.
  z.object({
    type: z.literal('moderation'),
    uid: z.string(),
    about: z.enum(['bans', 'waiting']),
    count: z.int(),
  }),
])
export type AccountMail = z.infer<typeof accountMailSchema>

/** With the language of the page that asked, for an address without a member. Mails queued by older nodes lack it. */
const queuedMailSchema = z.intersection(
  accountMailSchema,
  z.object({ language: z.optional(z.enum(languages)) }),
)

/** Queues the mail to the owner of an account that the operator created; a server that runs beside the shell sends it. */
export function insertAccountCreatedMail(
  tx: Executor,
  { now, ...mail }: { uid: string; lifetimeMs: number; now: Date },
): Promise<void> {
  return insertMail(tx, { type: 'account-created', ...mail } satisfies AccountMail, now)
}

/** Queues a mail; see `Mailer.enqueue`. */
export function enqueueMail(
  { mailer }: Pick<Platform, 'mailer'>,
  db: Executor,
  mail: AccountMail,
): Promise<void> {
  return mailer.enqueue(
    db,
    { ...mail, language: currentLocale() },
    { isUnsolicited: mail.type === 'verification' || mail.type === 'join' },
  )
}

interface ComposeDeps extends Pick<Platform, 'clock' | 'community' | 'config' | 'database'> {
  site: MailSite
}

/**
 * Composes a queued mail from the current data, in its member's language. Null if it has become pointless, a delay if
 * it must wait (T71).
 */
export async function composeQueuedMail(
  deps: ComposeDeps,
  request: unknown,
  jobKey: string,
): Promise<Mail | MailDelay | null> {
  const mail = z.parse(queuedMailSchema, request)
  const known = await findLanguage(deps.database.query, mail)
  const language = known ?? mail.language ?? deps.community.settings().language
  return withLocale(language, () => composeAccountMail(deps, mail, jobKey))
}

async function composeAccountMail(
  deps: ComposeDeps,
  mail: AccountMail,
  jobKey: string,
): Promise<Mail | MailDelay | null> {
  const { database, site } = deps
  if (mail.type === 'password-reset') return composeResetMail(deps, mail, jobKey)
  if (mail.type === 'join') return composeJoinMail(deps, mail.email, jobKey)
  if (mail.type === 'new-sign-in-method') return newSignInMethodMail(site, { email: mail.email, name: null })
  if (mail.type === 'role-removed') return composeRoleMail(deps, mail)
  if (mail.type === 'moderation') return composeModerationMail(deps, mail)
  const account = await findIdentityUserByUid(database.query, mail.uid)
  if (!account) return null
  const recipient = { email: account.email, name: account.emailVerified ? account.name : null }
  switch (mail.type) {
    case 'verification':
      return composeVerificationMail(deps, account, { sessionId: mail.sessionId, jobKey })
    case 'account-created': {
      const { lifetimeMs } = mail
      const link = { purpose: 'reset', uid: mail.uid, email: account.email, lifetimeMs } as const
      const token = await createMailedLink(database.query, deps.clock, link)
      return token === null ? null : accountCreatedMail(site, recipient, { token, lifetimeMs })
    }
    case 'email-change':
      return account.pendingEmail === null ? null : emailChangeMail(site, recipient)
    case 'password-changed':
      return passwordChangedMail(site, recipient)
    case 'email-changed': {
      // The change was undone meanwhile.
      if (account.email === mail.email) return null
      const undoToken = await renewUndoLink(database.query, deps, mail)
      // A stranger's mailbox must not show text chosen by someone else.
      return emailChangedMail(
        site,
        { email: mail.email, name: undoToken === null ? null : account.name },
        undoToken,
      )
    }
  }
}

/**
 * The link goes to the address that signs in, even when the one of the profile was typed (USR-25). Null for a corrected
 * address that its member hasn't confirmed. An administrator's link needs a confirmed address (USR-29).
 */
async function composeResetMail(
  deps: ComposeDeps,
  { email: requested, by }: Extract<AccountMail, { type: 'password-reset' }>,
  jobKey: string,
): Promise<Mail | null> {
  const { clock, database } = deps
  const { query } = database
  // Accounts from a period with Firebase as the provider that verified the address.
  await importExternalUser(query, requested, new Date(clock.now()))
  const account =
    (await findIdentityUserByEmail(query, requested)) ?? (await findIdentityUserByRecord(query, requested))
  // Closed joining shows no form to sign up, but this one (T87).
  if (!account) return by === undefined ? composeJoinMail(deps, requested, jobKey) : null
  if (account.isCorrected || (by !== undefined && !account.emailVerified)) return null
  const { uid, email } = account
  const token = await createMailedLink(query, clock, { purpose: 'reset', uid, email })
  if (token === null) return null
  const sender = by === undefined ? null : await findMemberName(query, by)
  return resetMail(deps.site, { email, name: account.emailVerified ? account.name : null }, { token, sender })
}

/** Null if the member has the role again, or no confirmed address. */
async function composeRoleMail(
  { database, site }: ComposeDeps,
  { uid, role, by }: Extract<AccountMail, { type: 'role-removed' }>,
): Promise<Mail | null> {
  const member = await findMemberRoles(database.query, uid)
  if (!member || member.email === null) return null
  if (role === 'administrator' ? member.isAdmin : member.isGardenAngel) return null
  const { email, name } = member
  return roleRemovedMail(site, { email, name }, { role, sender: await findMemberName(database.query, by) })
}

/** Null for who is no longer an administrator, or has no confirmed address. */
async function composeModerationMail(
  { database, site }: ComposeDeps,
  { uid, about, count }: Extract<AccountMail, { type: 'moderation' }>,
): Promise<Mail | null> {
  const member = await findMemberRoles(database.query, uid)
  if (!member?.isAdmin || member.email === null) return null
  const { email, name } = member
  return moderationMail(site, { email, name }, { about, count })
}

async function composeJoinMail(deps: ComposeDeps, email: string, jobKey: string): Promise<Mail | null> {
  const { clock, community, config, database, site } = deps
  if (community.settings().joining === 'open') return null
  if (!(await mayJoinByLink(database.query, config, email))) return null
  if (!(await mayMailJoinLink(deps, { email, jobKey }))) return null
  return joinMail(site, { email, name: null }, await createJoinLink(database.query, clock, email))
}

async function composeVerificationMail(
  deps: ComposeDeps,
  account: NonNullable<Awaited<ReturnType<typeof findIdentityUserByUid>>>,
  { sessionId, jobKey }: { sessionId: number | undefined; jobKey: string },
): Promise<Mail | MailDelay | null> {
  const { clock, database } = deps
  const { uid } = account
  const email = account.pendingEmail ?? (account.emailVerified ? null : account.email)
  const now = new Date(clock.now())
  if (email === null || (await isEmailTaken(database.query, { email, uid, now }))) return null
  const waitMs = await unconfirmedMailWaitMs(deps, { email, jobKey })
  if (waitMs > 0) return { waitMs }
  const link = { purpose: 'verify', uid, email, ...(sessionId === undefined ? {} : { sessionId }) } as const
  const token = await createMailedLink(database.query, clock, link)
  const replacedEmail = account.pendingEmail === null ? null : account.email
  return token === null ? null : verificationMail(deps.site, { email, name: null }, { token, replacedEmail })
}

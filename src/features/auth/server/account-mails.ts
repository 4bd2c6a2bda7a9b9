// Account mails: their texts.
import { renderMail, type MailRecipient, type MailSite } from '#server/mail/mail-layout.ts'
import type { Mail } from '#server/mail/transport.ts'
import { hourMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { mailSkies } from '#shared/scene/sky-picture.ts'
import { truncateUtf16 } from '#shared/text.ts'
import type { MailedLink } from './sql/mailed-links.ts'

/** The screens that mailed links open, each of which asks before it acts (AUTH-49). */
export const mailedLinkPaths = {
  reset: (token) => `/auth?reset=${token}`,
  verify: (token) => `/settings?verified=${token}`,
  'undo-email-change': (token) => `/auth?undo=${token}`,
  join: (token) => `/auth?join=${token}`,
} as const satisfies Record<MailedLink['purpose'] | 'join', (token: string) => string>

/** `sender`: the administrator who sent it; null for a request on the sign-in page. */
export function resetMail(
  site: MailSite,
  recipient: MailRecipient,
  { token, sender }: { token: string; sender: string | null },
): Mail {
  const facts = { community: site.name, email: readableEmail(recipient.email) }
  return renderMail(site, recipient, {
    subject: t('Choose a new password'),
    before:
      sender === null
        ? t('Someone requested a new password for your {community} account. You sign in with {email}.', facts)
        : t(
            '{name} sent you this link so that you can choose a new password for your {community} account. You sign in with {email}.',
            { ...facts, name: sender },
          ),
    action: { label: t('Choose a new password'), path: mailedLinkPaths.reset(token) },
    after: t(
      'The link works once and expires after one hour. If you didn’t request this, you can ignore this email.',
    ),
    sky: mailSkies.night,
  })
}

/** To the owner of an account that the operator created. `lifetimeMs` is that of the link, in whole hours. */
export function accountCreatedMail(
  site: MailSite,
  recipient: MailRecipient,
  { token, lifetimeMs }: { token: string; lifetimeMs: number },
): Mail {
  const facts = { community: site.name, email: readableEmail(recipient.email) }
  const hours = lifetimeMs / hourMs
  return renderMail(site, recipient, {
    subject: t('Your account is ready'),
    before: t(
      'An account at {community} was created for you. Choose a password, then sign in with {email}.',
      facts,
    ),
    action: { label: t('Choose a password'), path: mailedLinkPaths.reset(token) },
    after: t(
      'The link works once and expires after {days, plural, =0 {{hours, plural, one {# hour} other {# hours}}} one {# day} other {# days}}. Later, “Forgot password?” on the sign-in page sends you another one. If you didn’t expect this, you can ignore this email.',
      { days: hours % 24 === 0 ? hours / 24 : 0, hours },
    ),
    sky: mailSkies.evening,
  })
}

/** The hint at an address for a mailbox that may be a stranger's: the first character and the domain. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return readableEmail(`${truncateUtf16(email, 1)}…${email.slice(at)}`)
}

/** Verifies an address: that of a new account, or one that will replace `replacedEmail`. */
export function verificationMail(
  site: MailSite,
  recipient: MailRecipient,
  { token, replacedEmail }: { token: string; replacedEmail: string | null },
): Mail {
  const email = readableEmail(recipient.email)
  return renderMail(site, recipient, {
    subject: t('Confirm your email address'),
    before:
      replacedEmail === null
        ? t('An account at {community} was created with this email address, {email}.', {
            community: site.name,
            email,
          })
        : t('The account at {community} that now uses {oldEmail} asks to use this email address, {email}.', {
            community: site.name,
            oldEmail: maskEmail(replacedEmail),
            email,
          }),
    action: { label: t('Confirm this address'), path: mailedLinkPaths.verify(token) },
    after: t(
      'The link opens a page that asks you first, and expires after one day. If you didn’t request this, you can ignore this email.',
    ),
    sky: mailSkies.noon,
  })
}

/** Lets an address of ADMIN_EMAILS sign up, in any joining mode. */
export function joinMail(site: MailSite, recipient: MailRecipient, token: string): Mail {
  const community = site.name
  return renderMail(site, recipient, {
    subject: t('Your way in as an administrator'),
    before: t(
      'Someone tried to join {community} with this email address, {email}. New members can’t join freely right now, but this address is listed as an administrator’s.',
      { community, email: readableEmail(recipient.email) },
    ),
    action: { label: t('Join {community}', { community }), path: mailedLinkPaths.join(token) },
    after: t(
      'The link works once, for this address alone, and expires after one day. It opens a page that asks you first. If this wasn’t you, you can ignore this email.',
    ),
    sky: mailSkies.evening,
  })
}

/** Notifies the current address of a requested change. */
export function emailChangeMail(site: MailSite, recipient: MailRecipient): Mail {
  return renderMail(site, recipient, {
    subject: t('Your email address is about to change'),
    before: t(
      'Someone requested a new email address for your {community} account. This address stays in use until the new one is confirmed.',
      { community: site.name },
    ),
    action: { label: t('Open your settings'), path: '/settings' },
    after: t(
      'If this wasn’t you, please change your password in your settings. That also cancels the change.',
    ),
    sky: mailSkies.noon,
  })
}

/** Notifies the replaced address of the change; `undoToken` lets its owner undo it. */
export function emailChangedMail(site: MailSite, recipient: MailRecipient, undoToken: string | null): Mail {
  const change = t(
    'The email address of your {community} account was changed. You can no longer sign in with this one.',
    { community: site.name },
  )
  return renderMail(site, recipient, {
    subject: t('Your email address was changed'),
    before: change,
    ...(undoToken === null
      ? {
          action: { label: t('Sign in'), path: '/auth' },
          after: t('If this wasn’t you, please contact an administrator of your community.'),
        }
      : {
          action: {
            label: t('This wasn’t me: undo the change'),
            path: mailedLinkPaths['undo-email-change'](undoToken),
          },
          after: t(
            'The link works once and expires after seven days. It restores this address, signs out all devices, and lets you choose a new password. If you made the change, you can ignore this email.',
          ),
        }),
    sky: mailSkies.noon,
  })
}

/** Informs a member that an administrator removed a role of theirs (USR-30). */
export function roleRemovedMail(
  site: MailSite,
  recipient: MailRecipient,
  { role, sender }: { role: 'administrator' | 'garden-angel'; sender: string | null },
): Mail {
  const facts = { community: site.name, name: sender ?? t('An administrator') }
  return renderMail(site, recipient, {
    subject: t('Your role has changed'),
    before:
      role === 'administrator'
        ? t('{name} removed you as an administrator of {community}. Your account stays as it is.', facts)
        : t('{name} removed you as a garden angel of {community}. Your account stays as it is.', facts),
    action: { label: t('Sign in'), path: '/auth' },
    after: t('If you think this is a mistake, please ask an administrator of your community.'),
    sky: mailSkies.noon,
  })
}

/** Tells an administrator of many bans within an hour, or of reports that wait; a number alone. */
export function moderationMail(
  site: MailSite,
  recipient: MailRecipient,
  { about, count }: { about: 'bans' | 'waiting'; count: number },
): Mail {
  const facts = { community: site.name, count }
  return renderMail(site, recipient, {
    subject:
      about === 'bans'
        ? t('{count, plural, one {# ban within an hour} other {# bans within an hour}}', facts)
        : t('{count, plural, one {A report is waiting} other {# reports are waiting}}', facts),
    before:
      about === 'bans'
        ? t(
            'A garden angel of {community} banned {count, plural, one {# member} other {# members}} within an hour. You can look at each ban, and undo it.',
            facts,
          )
        : t(
            'In {community}, {count, plural, one {a report has} other {# reports have}} been waiting for 24 hours, and no garden angel has been here.',
            facts,
          ),
    action:
      about === 'bans'
        ? { label: t('Look at the bans'), path: '/admin#dashboard' }
        : { label: t('Look at the reports'), path: '/moderation' },
    after: t('You get this email because you are an administrator.'),
    sky: mailSkies.noon,
  })
}

export function passwordChangedMail(site: MailSite, recipient: MailRecipient): Mail {
  return renderMail(site, recipient, {
    subject: t('Your password was changed'),
    before: t(
      'The password of your {community} account was changed, and all other devices were signed out.',
      {
        community: site.name,
      },
    ),
    action: { label: t('Sign in'), path: '/auth' },
    after: t(
      `If this wasn’t you, please choose “Forgot password?” on the sign-in page and set a new password.`,
    ),
    sky: mailSkies.night,
  })
}

/** Notifies the account's owner that the Firebase or Google account with the same address can now sign in. */
export function newSignInMethodMail(site: MailSite, recipient: MailRecipient): Mail {
  return renderMail(site, recipient, {
    subject: t('New sign-in method for your account'),
    before: t(
      'Someone signed in to your {community} account with a new sign-in method that uses this email address. You can sign in with this method from now on.',
      { community: site.name },
    ),
    action: { label: t('Sign in'), path: '/auth' },
    after: t(
      `If this wasn’t you, please choose “Forgot password?” on the sign-in page, set a new password, and contact an administrator.`,
    ),
    sky: mailSkies.night,
  })
}

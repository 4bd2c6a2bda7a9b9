// Account mails: texts and templates.
import type { Config } from '#server/config.ts'
import type { Mail } from '#server/mail-transport.ts'

/** The site settings that a mail needs. */
type MailSite = Pick<Config, 'appName' | 'publicUrl'>

interface MailRecipient {
  email: string
  /** Null while the address is unverified: a stranger's mailbox must not show text chosen by someone else. */
  name: string | null
}

/** The page for setting a new password, with the link's token. */
export function resetPath(token: string): string {
  return `/auth?reset=${token}`
}

export function resetMail(place: MailSite, to: MailRecipient, token: string): Mail {
  return renderMail(place, to, {
    subject: 'Choose a new password',
    before: `Somebody asked for a new password for your ${place.appName} account.`,
    action: { label: 'Choose a new password', path: resetPath(token) },
    after: 'The link works once, for one hour. If this was not you, you need not do anything.',
  })
}

/** Verifies an address: that of a new account, or one that will replace another. */
export function verificationMail(place: MailSite, to: MailRecipient, token: string): Mail {
  return renderMail(place, to, {
    subject: 'Confirm your email address',
    before: `This address was given for an account at ${place.appName}.`,
    action: { label: 'Confirm this address', path: `/settings?verified=${token}` },
    after: 'The link works for one day. If this was not you, you need not do anything.',
  })
}

/** Notifies the current address of a requested change. */
export function emailChangeNotice(place: MailSite, to: MailRecipient): Mail {
  return renderMail(place, to, {
    subject: 'Your email address is about to change',
    before: `Somebody asked to change the email address of your ${place.appName} account. This one stays until the new one is confirmed.`,
    action: { label: 'Open your settings', path: '/settings' },
    after: 'If this was not you, please change your password in your settings: it also calls the change off.',
  })
}

/** Notifies the replaced address of the change; `undoToken` lets its owner undo it. */
export function emailChangedNotice(place: MailSite, to: MailRecipient, undoToken: string | null): Mail {
  const change = `The email address of your ${place.appName} account was changed, and this one no longer opens it.`
  return renderMail(place, to, {
    subject: 'Your email address was changed',
    before: change,
    ...(undoToken === null
      ? {
          action: { label: 'Sign in', path: '/auth' },
          after: 'If this was not you, please tell an administrator of your community.',
        }
      : {
          action: { label: 'This was not me: undo the change', path: `/auth?undo=${undoToken}` },
          after:
            'The link works once, for seven days. It brings this address back, signs everybody out, and lets you choose a new password. If you made the change, you need not do anything.',
        }),
  })
}

export function passwordChangedNotice(place: MailSite, to: MailRecipient): Mail {
  return renderMail(place, to, {
    subject: 'Your password was changed',
    before: `The password of your ${place.appName} account was changed, and all other devices were signed out.`,
    action: { label: 'Sign in', path: '/auth' },
    after: 'If this was not you, please choose "Forgot password?" there and set a new one.',
  })
}

/** Notifies the account's owner that the Firebase or Google account with the same address can now sign in. */
export function newSignInMethodNotice(place: MailSite, to: MailRecipient): Mail {
  return renderMail(place, to, {
    subject: 'A new way into your account',
    before: `Somebody signed in to your ${place.appName} account in a way that was not used for it before, with this address. From now on that way leads into it.`,
    action: { label: 'Sign in', path: '/auth' },
    after:
      'If this was not you, please choose "Forgot password?" there and set a new one, and tell an administrator.',
  })
}

interface MailContent {
  subject: string
  before: string
  action: { label: string; path: string }
  after: string
}

function renderMail({ appName, publicUrl }: MailSite, to: MailRecipient, content: MailContent): Mail {
  const { subject, before, action, after } = content
  const greeting = to.name === null ? 'Hello,' : `Hello ${to.name},`
  const url = `${publicUrl}${action.path}`
  const paragraph = (html: string) => `<p style="margin:0 0 1.25em">${html}</p>`
  return {
    to: to.email,
    subject: `${appName}: ${subject}`,
    text: [greeting, before, `${action.label}:\n${url}`, after, appName].join('\n\n') + '\n',
    html: [
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0 auto;padding:2em 1.5em;max-width:32em;font:16px/1.6 sans-serif">',
      paragraph(escapeHtml(greeting)),
      paragraph(escapeHtml(before)),
      paragraph(`<a href="${escapeHtml(url)}">${escapeHtml(action.label)}</a>`),
      paragraph(escapeHtml(after)),
      paragraph(escapeHtml(appName)),
      '</body></html>\n',
    ].join('\n'),
  }
}

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? '')
}

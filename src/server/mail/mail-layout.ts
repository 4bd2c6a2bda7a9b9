// The layout that all mails share: greeting, text, button, name and footer, as plain text and as HTML.
import { currentLocale, t, type Language } from '#shared/i18n/t.ts'
import type { ContentText } from '#shared/i18n/translations.ts'
import type { Config } from '../config/config.ts'
import { contentHtml } from '../html/content-html.ts'
import { escapeHtml } from '../html/escape-html.ts'
import type { Mail } from './transport.ts'

/** The community as mails show it. */
export interface MailSite extends Pick<Config, 'publicUrl'> {
  /** The community's name. */
  name: string
  /** The community's. */
  language: Language
  /** The address of its logo below `publicUrl`, or null. */
  logo: string | null
}

export interface MailRecipient {
  email: string
  /** Null while the address is unverified: a stranger's mailbox must not show text chosen by someone else. */
  name: string | null
}

/** The text of a mail between the greeting and the community's name. */
export interface MailContent {
  subject: string
  /** In parts where a community's text is one of them: it may be in another language. */
  before: string | readonly (string | ContentText)[]
  action: { label: string; path: string }
  after: string
  /** Small print with a link, below the community's name. */
  footer?: { text: string; label: string; path: string }
}

/** Renders a mail as text and HTML. */
export function renderMail(
  { name: community, language, logo, publicUrl }: MailSite,
  recipient: MailRecipient,
  content: MailContent,
): Mail {
  const { subject, before, action, after, footer } = content
  const greeting = recipient.name === null ? t('Hello,') : t('Hello {name},', { name: recipient.name })
  const url = `${publicUrl}${action.path}`
  const parts = typeof before === 'string' ? [before] : before
  const paragraph = (html: string) => `<p style="margin:0 0 1.25em">${html}</p>`
  return {
    sender: community,
    to: recipient.email,
    subject: `${community}: ${subject}`,
    text:
      [
        greeting,
        parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
        `${action.label}:\n${url}`,
        after,
        community,
        ...(footer ? [`${footer.text}\n${footer.label}: ${publicUrl}${footer.path}`] : []),
      ].join('\n\n') + '\n',
    html: [
      `<!doctype html><html lang="${currentLocale()}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0 auto;padding:2em 1.5em;max-width:32em;font:16px/1.6 sans-serif">',
      ...(logo === null
        ? []
        : [paragraph(`<img src="${publicUrl}${logo}" alt="${escapeHtml(community)}" height="40">`)]),
      paragraph(escapeHtml(greeting)),
      paragraph(parts.map((part) => partHtml(part, language)).join('')),
      paragraph(`<a href="${escapeHtml(url)}">${escapeHtml(action.label)}</a>`),
      paragraph(escapeHtml(after)),
      paragraph(escapeHtml(community)),
      ...(footer
        ? [
            `<p style="font-size:14px">${escapeHtml(footer.text)} <a href="${publicUrl}${footer.path}">${escapeHtml(footer.label)}</a></p>`,
          ]
        : []),
      '</body></html>\n',
    ].join('\n'),
  }
}

/** A part of a mail; that in another language than the mail names its own. */
function partHtml(part: string | ContentText, communitys: Language): string {
  return typeof part === 'string' ? escapeHtml(part).replaceAll('\n', '<br>') : contentHtml(part, communitys)
}

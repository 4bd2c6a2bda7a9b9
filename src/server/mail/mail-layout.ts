// The layout that all mails share, as HTML and as plain text: the sky of a bell, name, heading, text, button, small print.
import { currentLocale, t, type Language } from '#shared/i18n/t.ts'
import type { ContentText } from '#shared/i18n/translations.ts'
import { skyPictureColor, skyPicturePath, skyPictureSize, type SkyMoment } from '#shared/scene/sky-picture.ts'
import { truncateUtf16 } from '#shared/text.ts'
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
  /** The community's, in the pictures; null for the product's own. */
  hue: number | null
  /** The color of buttons, as #rrggbb. */
  accent: Readonly<Record<'light' | 'dark', string>>
}

export interface MailRecipient {
  email: string
  /** Null while the address is unverified: a stranger's mailbox must not show text chosen by someone else. */
  name: string | null
}

/** A sitting in a mail. */
interface MailLine {
  time: string
  title: ContentText
}

/** What a mail says between the greeting and the small print. */
export interface MailContent {
  subject: string
  /** The heading; by default the subject. */
  title?: string
  /** In parts where a community's text is one of them: it may be in another language. */
  before: string | readonly (string | ContentText)[]
  lines?: readonly MailLine[]
  action: { label: string; path: string }
  after: string
  /** Further small print with a link. */
  footer?: { text: string; label: string; path: string }
  sky: SkyMoment
}

/** Renders a mail as text and HTML. Both say the same. */
export function renderMail(site: MailSite, recipient: MailRecipient, content: MailContent): Mail {
  const { name: community } = site
  const { subject, title = subject, before, lines = [], action, after, footer } = content
  const greeting = recipient.name === null ? t('Hello,') : t('Hello {name},', { name: recipient.name })
  const parts = typeof before === 'string' ? [before] : before
  const text = [
    parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
    ...lines.map((line) => `${line.time} · ${line.title.text}`),
  ].join('\n')
  const html = letterHtml(site, content, {
    title,
    greeting,
    preview: truncateUtf16(text.replaceAll(/\s*\n\s*/g, ' '), previewMaxChars),
    paragraphs: parts.map((part) => partHtml(part, site.language)).join(''),
  })
  return {
    sender: community,
    to: recipient.email,
    subject: `${community}: ${subject}`,
    text:
      [
        community,
        title,
        greeting,
        text,
        `${action.label}:\n${site.publicUrl}${action.path}`,
        after,
        ...(footer ? [`${footer.text}\n${footer.label}: ${site.publicUrl}${footer.path}`] : []),
      ].join('\n\n') + '\n',
    html,
  }
}

/** A part of a mail; that in another language than the mail names its own. */
function partHtml(part: string | ContentText, communitys: Language): string {
  return typeof part === 'string' ? escapeHtml(part).replaceAll('\n', '<br>') : contentHtml(part, communitys)
}

// Mail programs know neither `oklch()` nor custom properties: these are the tokens of `web/styles/tokens.css`.
const light = {
  ground: '#f8f5f0',
  card: '#fefdfb',
  line: '#e3dedb',
  ink: '#281f30',
  ink2: '#584e5e',
  ink3: '#6f6675',
  onAccent: '#fdfaf6',
}
const dark: typeof light = {
  ground: '#110f18',
  card: '#1b1823',
  line: '#332f3c',
  ink: '#f3f0ea',
  ink2: '#c0b9c8',
  ink3: '#9c95a6',
  onAccent: '#1e1528',
}
const serif = "Fraunces,Georgia,'Times New Roman',serif"
const sans = "Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const widthPx = 560

/** Of the text that mail programs show in their lists. */
const previewMaxChars = 140
/** After it: else programs with more room for it go on with the name. */
const previewEnd = '&#8199;&#65279;'.repeat(40)

interface LetterParts {
  title: string
  greeting: string
  preview: string
  /** As HTML. */
  paragraphs: string
}

/**
 * Tables and inline styles, as mail programs need them; a dark theme where the program has one. Without pictures, the
 * place of the sky keeps its height and color.
 */
function letterHtml(
  { name, language, logo, hue, accent, publicUrl }: MailSite,
  { subject, lines = [], action, after, footer, sky }: MailContent,
  { title, greeting, preview, paragraphs }: LetterParts,
): string {
  const url = escapeHtml(publicUrl + action.path)
  const skyColor = skyPictureColor(sky)
  const corners = '23px 23px 0 0'
  return `<!doctype html>
<html lang="${currentLocale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no"><title>${escapeHtml(subject)}</title>
<style>${styleSheet(accent.dark)}</style></head>
<body class="ground" style="margin:0;padding:0;background:${light.ground};-webkit-text-size-adjust:100%;word-break:normal;overflow-wrap:anywhere">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${previewEnd}</div>
${table(`class="ground" width="100%" bgcolor="${light.ground}" style="background:${light.ground}"`)}<tr><td class="out" align="center" style="padding:24px 12px 32px">
<!--[if mso]>${table(`width="${widthPx}"`)}<tr><td><![endif]-->
${table(`class="card" width="100%" bgcolor="${light.card}" style="max-width:${widthPx}px;background:${light.card};border:1px solid ${light.line};border-radius:24px;border-collapse:separate;overflow:hidden"`)}
<tr><td class="sky" bgcolor="${skyColor}" style="background:${skyColor};border-radius:${corners};line-height:0;font-size:0"><img class="sky" src="${escapeHtml(publicUrl + skyPicturePath(sky, hue))}" width="${skyPictureSize.width}" height="${skyPictureSize.height}" alt="" style="display:block;width:100%;height:auto;min-height:96px;border:0;border-radius:${corners};background:${skyColor}"></td></tr>
<tr><td class="pad" style="padding:24px 36px 12px">
${table('style="margin:0 0 18px"')}<tr>${logo === null ? '' : `<td style="padding:0 10px 0 0;line-height:0"><img src="${escapeHtml(publicUrl + logo)}" height="28" alt="" style="display:block;height:28px;width:auto;max-width:128px;border:0"></td>`}<td class="ink2" style="font:400 17px/1.3 ${serif};color:${light.ink2}">${escapeHtml(name)}</td></tr></table>
<h1 class="ink" style="margin:0 0 14px;font:400 28px/1.18 ${serif};letter-spacing:-.01em;color:${light.ink}">${escapeHtml(title)}</h1>
${paragraph(escapeHtml(greeting))}
${paragraph(paragraphs)}
${lines.length === 0 ? '' : `${table('width="100%" style="margin:0 0 18px"')}${lines.map((line) => lineRow(line, language)).join('')}</table>`}
${table('style="margin:6px 0 22px"')}<tr><td>
${button(action.label, url, accent.light)}
</td></tr></table>
<p class="ink3" style="margin:0 0 22px;font:400 13px/1.5 ${sans};color:${light.ink3}">${escapeHtml(t('If the button doesn’t work:'))}<br><a class="ink2" href="${url}" style="color:${light.ink2};word-break:break-all">${url}</a></p>
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
${table(`width="100%" style="max-width:${widthPx}px"`)}<tr><td class="pad" style="padding:18px 36px 0">${[after, ...(footer ? [footer.text] : [])].map(smallPrint).join('')}${footer ? `<p style="margin:0;font:400 13px/2 ${sans}"><a class="ink2" href="${escapeHtml(publicUrl + footer.path)}" style="color:${light.ink2}">${escapeHtml(footer.label)}</a></p>` : ''}</td></tr></table>
</td></tr></table></body></html>
`
}

/** For what inline styles can't say: small screens and the dark theme. */
function styleSheet(darkAccent: string): string {
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}a{text-underline-offset:.2em}
@media (max-width:599px){.pad{padding-left:20px!important;padding-right:20px!important}.out{padding:0 0 24px!important}.sky{border-radius:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}}
@media (prefers-color-scheme:dark){.ground{background:${dark.ground}!important}.card{background:${dark.card}!important;border-color:${dark.line}!important}.ink{color:${dark.ink}!important}.ink2{color:${dark.ink2}!important}.ink3{color:${dark.ink3}!important}.button{background:${darkAccent}!important;color:${dark.onAccent}!important;border-color:${darkAccent}!important}.line{border-color:${dark.line}!important}}`
}

const table = (attributes: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>`

const paragraph = (html: string) =>
  `<p class="ink2" style="margin:0 0 16px;font:400 16px/1.55 ${sans};color:${light.ink2}">${html}</p>`

const smallPrint = (text: string) =>
  `<p class="ink3" style="margin:0 0 8px;font:400 13px/1.5 ${sans};color:${light.ink3}">${escapeHtml(text)}</p>`

function lineRow({ time, title }: MailLine, communitys: Language): string {
  const cell = (attributes: string, padding: string, font: string, html: string) =>
    `<td class="ink line" valign="top"${attributes} style="padding:${padding};border-top:1px solid ${light.line};font:${font} 16px/1.45 ${sans};color:${light.ink}${attributes === '' ? '' : ';white-space:nowrap'}">${html}</td>`
  return `<tr>${cell(' width="92"', '10px 12px 10px 0', '600', escapeHtml(time))}${cell('', '10px 0', '400', contentHtml(title, communitys))}</tr>`
}

/** Outlook on Windows draws no round corners: it gets a shape. `url` is escaped. */
function button(label: string, url: string, accent: string): string {
  const shapeWidth = Math.max(180, label.length * 10 + 56)
  return `<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="${url}" style="height:46px;v-text-anchor:middle;width:${shapeWidth}px" arcsize="50%" stroke="f" fillcolor="${accent}"><w:anchorlock/><center style="color:${light.onAccent};font:600 16px Arial,sans-serif">${escapeHtml(label)}</center></v:roundrect><![endif]-->
<!--[if !mso]><!--><a class="button" href="${url}" style="display:inline-block;padding:12px 28px;border:1px solid ${accent};border-radius:999px;background:${accent};color:${light.onAccent};font:600 16px/1.35 ${sans};text-decoration:none">${escapeHtml(label)}</a><!--<![endif]-->`
}

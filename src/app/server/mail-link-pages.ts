// The pages of links that end mails: of a kind that a member chose, and of invitations. They need no session and no
// script. The press of a mail program has no Origin, and any body or none. The token is the whole credential (RFC 8058,
// T82).
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify'
import { logoPath } from '#features/community/logo.ts'
import type { Refusals } from '#features/invite-batches/server/refusals.ts'
import type { Unsubscribe } from '#features/notifications/server/unsubscribe.ts'
import type { Platform } from '#server/context.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import { currentLocale, t, translate } from '#shared/i18n/t.ts'
import { refusePath, unsubscribePath } from './secret-pages.ts'

interface PageTexts {
  title: string
  /** May have a `<settings>` link. */
  text: string
}

/** A link of mails; a token that it doesn't know leads to null. */
interface MailLink {
  path: string
  /** The page that asks; it changes nothing. */
  find(token: string): Promise<(PageTexts & { button: string }) | null>
  /** Acts, and returns the page that says so. */
  press(token: string): Promise<PageTexts | null>
  unknown(): PageTexts
}

interface MailLinkPagesOptions extends Pick<Platform, 'community'> {
  unsubscribe: Unsubscribe
  refusals: Refusals
  /** Rate limit hook of these pages. */
  limitReads: onRequestAsyncHookHandler
}

const bodyMaxBytes = 1_024

// The colors of web/styles/tokens.css.
const colors = (bg: string, ink: string, inkSoft: string, line: string, surface: string) =>
  `:root{--bg:${bg};--ink:${ink};--ink-2:${inkSoft};--line:${line};--surface:${surface}}`
const style = [
  ':root{color-scheme:light dark}',
  colors('#faf7f3', '#322c3a', '#5d5667', '#8f8793', '#fefdfc'),
  `@media(prefers-color-scheme:dark){${colors('#13111c', '#ece8f2', '#b9b3c4', '#77708a', '#1d1a28')}}`,
  'body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}',
  'main{display:grid;min-height:100dvh;box-sizing:border-box;max-width:30rem;margin:auto;padding:3rem 1.5rem}',
  'main{gap:1.25rem;align-content:center;justify-items:center;text-align:center;overflow-wrap:anywhere}',
  'h1{margin:0;font:1.75rem/1.3 Georgia,serif;text-wrap:balance}',
  'p{margin:0;color:var(--ink-2)}',
  'a{color:inherit}',
  'button{min-height:2.75rem;padding:0 1.25rem;border:1px solid var(--line);border-radius:99rem}',
  'button{background:var(--surface);color:var(--ink);font:600 1rem system-ui,sans-serif;cursor:pointer}',
  'img{max-height:4rem;max-width:100%}',
].join('')
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join(';')

function unsubscribeLink({ findTexts, unsubscribe }: Unsubscribe): MailLink {
  return {
    path: unsubscribePath,
    find: async (token) => {
      const texts = await findTexts(token)
      return (
        texts && { title: translate(texts.question), text: translate(texts.effect), button: t('Unsubscribe') }
      )
    },
    press: async (token) => {
      const texts = await unsubscribe(token)
      return texts && { title: t('You’re unsubscribed'), text: translate(texts.done) }
    },
    unknown: () => ({
      title: t('This link no longer works'),
      text: t(
        'Its account may have been deleted. You choose your emails in <settings>your settings</settings>.',
      ),
    }),
  }
}

function refusalLink(refusals: Refusals): MailLink {
  return {
    path: refusePath,
    ...refusals,
    unknown: () => ({
      title: t('This link isn’t complete'),
      text: t('Please open it from the email once more, or copy all of it.'),
    }),
  }
}

/** Mounts for each link its GET, which changes nothing and shows one button, and the POST of that button. */
export async function mountMailLinkPages(
  app: FastifyInstance,
  { community, unsubscribe, refusals, limitReads }: MailLinkPagesOptions,
): Promise<void> {
  const send = (reply: FastifyReply, status: number, page: Page) =>
    reply
      .code(status)
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      // The address is the credential.
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(renderPage(community.settings(), page))

  // Otherwise only calls of other servers accept forms: the parser is of this scope.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
    for (const { path, find, press, unknown } of [unsubscribeLink(unsubscribe), refusalLink(refusals)]) {
      scope.get<{ Params: { token: string } }>(path, { onRequest: limitReads }, async ({ params }, reply) => {
        const asking = await find(params.token)
        return asking ? send(reply, 200, askingPage(asking)) : send(reply, 404, pageOf(unknown()))
      })
      scope.post<{ Params: { token: string } }>(
        path,
        { onRequest: limitReads, bodyLimit: bodyMaxBytes },
        async ({ params }, reply) => {
          const done = await press(params.token)
          return done ? send(reply, 200, pageOf(done)) : send(reply, 404, pageOf(unknown()))
        },
      )
    }
  })
}

interface Page {
  title: string
  /** HTML. */
  content: string
}

/** A sentence as HTML, with a link to the settings. */
function paragraph(sentence: string): string {
  const link = escapeHtml(sentence).replace(
    /&lt;settings&gt;(.*?)&lt;\/settings&gt;/,
    (_, words: string) => `<a href="/settings">${words}</a>`,
  )
  return `<p>${link}</p>`
}

function pageOf({ title, text }: PageTexts): Page {
  return { title, content: paragraph(text) }
}

function askingPage({ title, text, button }: PageTexts & { button: string }): Page {
  const form = `<form method="post"><button>${escapeHtml(button)}</button></form>`
  return { title, content: paragraph(text) + form }
}

function renderPage(
  { name, logoId }: { name: string; logoId: string | null },
  { title, content }: Page,
): string {
  const logo = logoId === null ? '' : `<img src="${logoPath(logoId, 'logo')}" alt="">`
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(`${title} – ${name}`)}</title>`,
    `<style>${style}</style>`,
  ].join('')
  const main = `${logo}<h1>${escapeHtml(title)}</h1>${content}<p>${escapeHtml(name)}</p>`
  return `<!doctype html><html lang="${currentLocale()}"><head>${head}</head><body><main>${main}</main></body></html>\n`
}

// Every letter in every language: what it says, as HTML and as text. Its texts are in test/letters, one file for each
// language. After a change look at their difference; `-u` after this file's name writes them.
import { join } from 'node:path'
import { converter, wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import {
  accountCreatedMail,
  emailChangedMail,
  emailChangeMail,
  joinMail,
  moderationMail,
  newSignInMethodMail,
  passwordChangedMail,
  resetMail,
  roleRemovedMail,
  verificationMail,
} from '#features/auth/server/account-mails.ts'
import { inviteMail } from '#features/invite-batches/mail.ts'
import { newsMail } from '#features/news/mail.ts'
import { changeMail, dayBeforeMail } from '#features/reminders/notification-texts.ts'
import { withLocale } from '#server/i18n/locale.ts'
import { renderMail, type MailContent, type MailRecipient } from '#server/mail/mail-layout.ts'
import type { Mail } from '#server/mail/transport.ts'
import { languages, t, type Language } from '#shared/i18n/t.ts'
import { skyPicturePath } from '#shared/scene/sky-picture.ts'
import { mailSiteOf } from './mail-site.ts'

const publicUrl = 'https://sit.example.org'
const settings = { name: 'Stillwater', language: 'en', logoId: null, hue: null } as const
const site = mailSiteOf(settings, { publicUrl })
const ines: MailRecipient = { email: 'ines@example.org', name: 'Ines' }
const stranger: MailRecipient = { email: 'ines@example.org', name: null }
const token = 'f7C3nQ0w'
const bell = Date.parse('2026-11-30T01:00:00Z')
const sky = { bell: 76, at: 75 }
const zone = 'America/Chicago'
const walking = { title: 'Walking the shoreline', titles: { de: 'Am Ufer entlang' }, bell }
const morning = { title: 'Morning light', titles: {}, bell: bell - 12 * 3_600_000 }

/** As the mailings feature sends it. */
const chosen = (content: MailContent, as = site): Mail =>
  renderMail(as, ines, {
    ...content,
    footer: {
      text: t('You chose these emails in your settings.'),
      label: t('Unsubscribe'),
      path: `/unsubscribe/${token}`,
    },
  })

const changed = (kind: 'moved' | 'cancelled' | 'restored' | 'started', words: string | null = null) =>
  chosen(changeMail({ kind, zone, isOtherZone: false, ...walking }, { words, nowMs: bell - 3_600_000, sky }))

const letters: Record<string, () => Mail> = {
  'new password': () => resetMail(site, ines, { token, sender: null }),
  'new password, sent by an administrator': () => resetMail(site, ines, { token, sender: 'Ada Adler' }),
  'account by the operator': () => accountCreatedMail(site, ines, { token, lifetimeMs: 14 * 24 * 3_600_000 }),
  'account by the operator, for an hour': () =>
    accountCreatedMail(site, ines, { token, lifetimeMs: 3_600_000 }),
  'address of a new account': () => verificationMail(site, stranger, { token, replacedEmail: null }),
  'address of an account': () =>
    verificationMail(site, stranger, { token, replacedEmail: 'old@example.org' }),
  'way in as an administrator': () => joinMail(site, stranger, token),
  'bans within an hour': () => moderationMail(site, ines, { about: 'bans', count: 3 }),
  'reports that wait': () => moderationMail(site, ines, { about: 'waiting', count: 1 }),
  'address about to change': () => emailChangeMail(site, ines),
  'address changed': () => emailChangedMail(site, ines, token),
  'address changed, too late to undo': () => emailChangedMail(site, stranger, null),
  'no longer an administrator': () =>
    roleRemovedMail(site, ines, { role: 'administrator', sender: 'Ada Adler' }),
  'no longer a garden angel': () => roleRemovedMail(site, ines, { role: 'garden-angel', sender: null }),
  'password changed': () => passwordChangedMail(site, ines),
  'new sign-in method': () => newSignInMethodMail(site, stranger),
  'one sitting tomorrow': () => chosen(dayBeforeMail([walking], { zone, sky })),
  'two sittings tomorrow': () => chosen(dayBeforeMail([morning, walking], { zone, sky })),
  'sitting moved': () => changed('moved'),
  'sitting canceled': () => changed('cancelled', 'Lena is ill.\nWe sit again tomorrow.'),
  'sitting restored': () => changed('restored'),
  'sitting started': () => changed('started'),
  invitation: () =>
    renderMail(
      site,
      ines,
      inviteMail({
        community: 'Stillwater',
        maker: 'Ada Adler',
        sentence: 'You sat with us in the hall and wrote your address on the list.',
        sentenceLanguage: 'en',
        code: 'ABCDEFGHJKMN',
        token,
      }),
    ),
  news: () =>
    chosen(
      newsMail({
        title: 'A second sitting in the morning',
        text: 'From Monday on we also sit at 7:00 AM.\n\nThe evening stays as it is: https://example.org/a?b=1&c=2',
      }),
    ),
}

const letterIn = (language: Language, name: string) => withLocale(language, () => letters[name]!())
const every = languages.flatMap((language) => Object.keys(letters).map((name) => [name, language] as const))

test.each(languages)('[LETTER-01] what the letters say in %s', async (language) => {
  const texts = Object.keys(letters).map((name) => {
    const { subject, text } = letterIn(language, name)
    return `=== ${name} ===\nSubject: ${subject}\n\n${text}`
  })
  await expect(texts.join('\n')).toMatchFileSnapshot(
    join(import.meta.dirname, `../../../test/letters/${language}.txt`),
  )
})

test('[LETTER-01] a letter as mail programs get it', async () => {
  await expect(letterIn('en', 'two sittings tomorrow').html).toMatchFileSnapshot(
    join(import.meta.dirname, '../../../test/letters/letter.html.txt'),
  )
})

/** The lines that a reader of the HTML sees, and the addresses of its links. */
function readHtml(html: string): { lines: string[]; links: string[] } {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  const lines = html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<div style="display:none[\s\S]*?<\/div>/, '')
    .replaceAll(/<!--\[if mso\]>[\s\S]*?<!\[endif\]-->/g, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<br>|<\/(p|h1|td|a)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([#\w]+);/g, (whole, name: string) => entities[name] ?? whole)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  )
  return { lines, links }
}

test.each(every)('[LETTER-01] %s in %s says the same as HTML and as text', (name, language) => {
  const { html, text } = letterIn(language, name)
  const { lines, links } = readHtml(html)
  // Only the text has the address right below its button's words.
  const instead = withLocale(language, () => t('If the button doesn’t work:'))
  expect(lines).toContain(instead)
  for (const line of lines.filter((each) => each !== instead)) expect(text).toContain(line)
  const pieces = text
    .split(/\n| · |: (?=https:\/\/sit)/)
    .map((piece) => piece.trim())
    .filter(Boolean)
  const seen = [...lines, ...links]
  for (const piece of pieces) expect([...seen, ...seen.map((line) => `${line}:`)]).toContain(piece)
})

test.each(every)('[LETTER-01] [T93] %s in %s is small, and loads nothing but the sky', (name, language) => {
  const { html } = letterIn(language, name)
  expect(Buffer.byteLength(html)).toBeLessThan(12_000)
  expect(html).not.toMatch(/<script|javascript:|<link|<iframe|<form|@import|url\(| on\w+=/i)
  const sources = [...html.matchAll(/\b(?:src|background|srcset)="([^"]*)"/g)].map(([, url]) => url)
  expect(sources).toHaveLength(1)
  expect(sources[0]).toMatch(/^https:\/\/sit\.example\.org\/pictures\/sky\/\d+-\d+\.jpg$/)
  expect(html).toContain(`<html lang="${language}"`)
})

test('[LETTER-01] the longest news stays below 30 KB', () => {
  const { html } = chosen(newsMail({ title: '&'.repeat(80), text: '"'.repeat(1_000) }))
  expect(Buffer.byteLength(html)).toBeLessThan(30_000)
})

test('[LETTER-01] text of people and of the community is text in the HTML', () => {
  const hostile = mailSiteOf({ ...settings, name: 'Pond & <b>Reed</b>' }, { publicUrl })
  const { html, text, subject } = renderMail(
    hostile,
    { email: 'sol@example.org', name: '<script>Sol</script>' },
    newsMail({ title: 'More <i>rest</i>', text: '"Quiet"\n\n<img src=x onerror=alert(1)>' }),
  )
  expect(html).not.toMatch(/<script|<b>|<i>|<img src=x/)
  expect(readHtml(html).lines.slice(0, 5)).toEqual([
    'Pond & <b>Reed</b>',
    'More <i>rest</i>',
    'Hello <script>Sol</script>,',
    '"Quiet"',
    '<img src=x onerror=alert(1)>',
  ])
  expect(text).toContain('\n\nHello <script>Sol</script>,\n\n"Quiet"\n\n<img src=x onerror=alert(1)>\n\n')
  expect(subject).toBe('Pond & <b>Reed</b>: More <i>rest</i>')
})

test('[LETTER-02] [COM-04] a community’s logo stands beside its name, and its hue is in the button and the sky', () => {
  const logoId = 'a'.repeat(64)
  const own = mailSiteOf({ ...settings, name: 'Pond', logoId, hue: 205 }, { publicUrl })
  const { html } = passwordChangedMail(own, ines)
  expect(html).toMatch(
    new RegExp(
      `<td [^>]+><img src="${publicUrl}/media/logo/${logoId}/logo.png" height="28" alt="" [^>]+></td><td [^>]+>Pond</td>`,
    ),
  )
  expect(html).toContain(`src="${publicUrl}${skyPicturePath({ bell: 76, at: 92 }, 205)}"`)
  expect(html).not.toContain(site.accent.light)
  expect(html).toContain(`background:${own.accent.light}`)
  expect(html).toContain(`.button{background:${own.accent.dark}!important`)
  expect(passwordChangedMail(site, ines).html).toContain('background:#43295d')
})

test('[LETTER-01] addresses begin with PUBLIC_URL, on plain http too', () => {
  const home = mailSiteOf(settings, { publicUrl: 'http://192.168.1.20:3000' })
  const { html, text } = resetMail(home, ines, { token, sender: null })
  const urls = (html + text).match(/https?:\/\/[^"\s<]+/g) ?? []
  expect(urls).toHaveLength(6)
  for (const url of urls)
    expect(url).toMatch(/^http:\/\/192\.168\.1\.20:3000\/(auth\?reset=|pictures\/sky\/)/)
})

test('[LETTER-02] without pictures the sky keeps its place and color, and nothing is lost', () => {
  const { html } = letterIn('en', 'one sitting tomorrow')
  const [, cell = '', picture = ''] = /(<td class="sky"[^>]+>)(<img[^>]+>)<\/td>/.exec(html) ?? []
  expect(cell).toMatch(/bgcolor="(#\w{6})" style="background:\1;/)
  expect(picture).toContain('alt=""')
  expect(picture).toContain('width="560" height="180"')
  expect(picture).toContain('min-height:96px')
})

test('[LETTER-02] every text keeps its contrast in both themes, whatever the hue', () => {
  const rgb = converter('rgb')
  const contrast = (one: string, other: string) => wcagContrast(rgb(one) ?? one, rgb(other) ?? other)
  for (const hue of [null, ...Array.from({ length: 36 }, (_, index) => index * 10)]) {
    const { html } = passwordChangedMail(mailSiteOf({ ...settings, hue }, { publicUrl }), ines)
    const inline = (name: string, property: string) =>
      new RegExp(`class="${name}"[^>]*[;"]${property}:(#\\w{6})`).exec(html)?.[1] ?? ''
    const [, darkSheet = ''] = /prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html) ?? []
    const dark = (name: string, property: string) =>
      new RegExp(`[.]${name}\\{(?:[^}]*;)?${property}:(#\\w{6})`).exec(darkSheet)?.[1] ?? ''
    for (const colorOf of [inline, dark]) {
      for (const ground of [colorOf('card', 'background'), colorOf('ground', 'background')])
        for (const ink of ['ink', 'ink2', 'ink3'])
          expect(contrast(colorOf(ink, 'color'), ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colorOf('button', 'color'), colorOf('button', 'background'))).toBeGreaterThanOrEqual(
        4.5,
      )
    }
  }
})

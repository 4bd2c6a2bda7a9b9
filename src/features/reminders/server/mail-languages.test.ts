// In which language the parts of a reminder's mail are, for screen readers.
import { expect, test } from 'vitest'
import { withLocale } from '#server/i18n/locale.ts'
import { renderMail } from '#server/mail/mail-layout.ts'
import type { Language } from '#shared/i18n/t.ts'
import { changeMail, dayBeforeMail } from '../notification-texts.ts'

const bell = Date.parse('2026-12-04T19:00:00Z')
const zone = 'Europe/Berlin'
const untranslated = { title: 'Still <water>', titles: {}, bell }
const translated = { title: 'Long exhale', titles: { de: 'Langer Atem' }, bell: bell + 3_600_000 }

const site = { name: 'Stillwater', logo: null, publicUrl: 'https://example.org', language: 'en' } as const
const recipient = { email: 'mo@example.org', name: 'Mo' }
const dayBefore = (locale: Language) =>
  withLocale(locale, () => renderMail(site, recipient, dayBeforeMail([untranslated, translated], zone)))

test('[LANG-11] a mail names the language of a title that isn’t in its own', () => {
  const { html, text, subject } = dayBefore('de')
  expect(html).toContain('20:00 · <span lang="en">Still &lt;water&gt;</span><br>21:00 · Langer Atem</p>')
  expect(text).toContain('20:00 · Still <water>\n21:00 · Langer Atem\n')
  expect(subject).not.toContain('lang')
  expect(dayBefore('en').html).not.toContain('<span')
})

test('[LANG-11] a mail about a change does so too; no one knows the language of the host’s words', () => {
  const facts = { ...untranslated, kind: 'cancelled', zone, isOtherZone: false } as const
  const { html } = withLocale('es', () =>
    renderMail(site, recipient, changeMail(facts, { words: 'Sick <today>', nowMs: bell - 7_200_000 })),
  )
  expect(html).toMatch(
    /<p [^>]+><span lang="en">Still &lt;water&gt;<\/span><br>[^<]+<br>Sick &lt;today&gt;<\/p>/,
  )
})

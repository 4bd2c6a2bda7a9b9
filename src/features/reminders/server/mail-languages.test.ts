// In which language the parts of a reminder's mail are, for screen readers.
import { expect, test } from 'vitest'
import { withLocale } from '#server/i18n/locale.ts'
import { renderMail } from '#server/mail/mail-layout.ts'
import type { Language } from '#shared/i18n/t.ts'
import { mailSite } from '#test/data/mail-site.ts'
import { changeMail, dayBeforeMail } from '../notification-texts.ts'

const bell = Date.parse('2026-12-04T19:00:00Z')
const zone = 'Europe/Berlin'
const untranslated = { title: 'Still <water>', titles: {}, bell }
const translated = { title: 'Long exhale', titles: { de: 'Langer Atem' }, bell: bell + 3_600_000 }

const site = mailSite({ name: 'Stillwater', publicUrl: 'https://example.org' })
const sky = { bell: 76, at: 75 }
const recipient = { email: 'mo@example.org', name: 'Mo' }
const dayBefore = (locale: Language) =>
  withLocale(locale, () =>
    renderMail(site, recipient, dayBeforeMail([untranslated, translated], { zone, sky })),
  )

test('[LANG-11] a mail names the language of a title that isn’t in its own', () => {
  const { html, text, subject } = dayBefore('de')
  expect(html).toMatch(
    />20:00<\/td><td [^>]+><span lang="en">Still &lt;water&gt;<\/span><\/td>.*>21:00<\/td><td [^>]+>Langer Atem<\/td>/,
  )
  expect(text).toContain('20:00 · Still <water>\n21:00 · Langer Atem\n')
  expect(subject).not.toContain('lang')
  expect(dayBefore('en').html).not.toContain('<span')
})

test('[LANG-11] a mail about a change does so too; no one knows the language of the host’s words', () => {
  const facts = { ...untranslated, kind: 'cancelled', zone, isOtherZone: false } as const
  const { html } = withLocale('es', () =>
    renderMail(site, recipient, changeMail(facts, { words: 'Sick <today>', nowMs: bell - 7_200_000, sky })),
  )
  expect(html).toMatch(
    /<p [^>]+><span lang="en">Still &lt;water&gt;<\/span><br>[^<]+<br>Sick &lt;today&gt;<\/p>/,
  )
})

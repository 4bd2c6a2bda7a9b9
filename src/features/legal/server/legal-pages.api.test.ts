// The texts of /privacy, /terms and /care: composed, edited and undone, with the facts of the server.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { beforeEach, describe, expect, test } from 'vitest'
import { caseRetentionDays } from '#features/moderation/rules.ts'
import * as constants from '#shared/constants.ts'
import { startTestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { requestWhileDemoted } from '#test/people/demoted-admin.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { LegalTexts } from '../contract.ts'
import type { LegalPage } from '../pages.ts'
import { legalPagesWithPlaceholder } from './service.ts'

const assetsDir = 'assets'
const app = await openTestApp({ isUnlimited: true, config: { appName: 'Still $& Lake' } })
const other = await openTestApp({ peerOf: app, isUnlimited: true })
const people = await signInPeople(app)
beforeEach(async () => {
  const initial = {
    mode: 'shipped',
    text: '',
    translations: '{}',
    responsible: '',
    previous: null,
    changedAt: null,
  } as const
  await app.database.query.updateTable('legal_texts').set(initial).execute()
})

const readPage = async (page: string, from = app, language = 'en') => {
  const response = await fetch(`${from.url}/pages/${page}.md`, { headers: { 'accept-language': language } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const textOf = async (page: LegalPage | 'legal-notice', from = app) => (await readPage(page, from)).text
const readTexts = async (language = 'en') =>
  (
    await request(app, 'GET /api/admin/legal-texts', {
      as: people.ada,
      headers: { 'accept-language': language },
    })
  ).body as LegalTexts
const stored = async (page: LegalPage, language = 'en') =>
  (await readTexts(language)).texts.find((text) => text.page === page)
const save = async (page: LegalPage, change: object) =>
  request(app, `PUT /api/admin/legal-texts/${page}`, {
    as: people.ada,
    body: { version: (await stored(page))?.version, mode: 'shipped', text: '', ...change },
  })
const undo = async (page: LegalPage, change: object = {}) =>
  request(app, `POST /api/admin/legal-texts/${page}/undo`, {
    as: people.ada,
    body: { version: (await stored(page))?.version, ...change },
  })

describe('a legal page', () => {
  test('[COM-11] is the product’s text by default, with the community’s name', async () => {
    for (const page of ['privacy', 'terms']) {
      const { status, headers, text } = await readPage(page)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(text).toContain('Still $& Lake is a place')
      expect(text).not.toContain('{{')
    }
    expect(await textOf('care')).toContain('# Care')
    expect((await readPage('other')).status).toBe(404)
  })

  test('[COM-10] [COM-11] has the community’s text after the shipped one, or alone, on every node at once', async () => {
    expect((await save('terms', { mode: 'added', text: 'No shoes at {{app}}.' })).status).toBe(200)
    const added = await textOf('terms', other)
    expect(added).toContain('# Terms\n\nStill $& Lake is a place')
    expect(added).toContain('## From this community\n\nNo shoes at Still $& Lake.')
    await save('terms', { mode: 'replaced', text: '# How we sit at {{app}}' })
    expect(await textOf('terms', other)).toBe('# How we sit at Still $& Lake')
    await save('terms', { mode: 'shipped', text: '' })
    expect(await textOf('terms', other)).not.toContain('How we sit')
  })

  test('[COM-11] is in its viewer’s language; what the community wrote stays as it is', async () => {
    await save('terms', { mode: 'added', text: 'No shoes.' })
    const german = await readPage('terms', other, 'de')
    expect(german.headers.get('content-language')).toBe('de')
    expect(german.text).toContain('# Nutzungsbedingungen\n\nStill $& Lake ist ein Ort')
    // Its language is said, for the page’s `lang`.
    expect(german.text).toContain(
      '## Aus dieser Gemeinschaft\n\n<!-- lang: en -->\n\nNo shoes.\n\n<!-- lang: de -->',
    )
    await save('privacy', { mode: 'replaced', text: '# Ours' })
    expect((await readPage('privacy', other, 'es')).text).toBe(
      '<!-- lang: en -->\n\n# Ours\n\n<!-- lang: es -->\n\n## Quién más trata tus datos\n\nNingún otro servicio: todo se queda en el servidor.\n',
    )
    expect((await readPage('care', app, 'pt')).text).toContain('# Cuidado')
    // An administrator who reads German began with the text in German.
    await save('terms', { mode: 'replaced', text: (await stored('terms', 'de'))?.shipped })
    expect(await stored('terms')).toMatchObject({ hasPlaceholder: true })
  })

  test('[OPS-21] [COM-11] asks for the operator’s name until it is filled in', async () => {
    const unfinished = () => legalPagesWithPlaceholder(app.database.query, assetsDir)
    expect(await unfinished()).toEqual(['privacy', 'terms'])
    expect(await stored('terms')).toMatchObject({ hasPlaceholder: true })
    await save('terms', { mode: 'added', text: 'The law of Chicago applies.' })
    expect(await unfinished()).toEqual(['privacy'])
    await save('terms', {})
    await save('privacy', { responsible: 'Lake House, 1 Pond Street\n\nhello@example.org' })
    expect(await unfinished()).toEqual([])
    expect(await textOf('privacy')).toContain(
      '## Who is responsible\n\nLake House, 1 Pond Street\n\nhello@example.org\n\n## ',
    )
    expect(await textOf('terms')).toContain('Still $& Lake is run by:\n\nLake House, 1 Pond Street')
    expect(await stored('terms')).toMatchObject({ hasPlaceholder: false })
  })

  test('[COM-17] has the lines of who is responsible, in each language, and a page of them alone', async () => {
    const hasNotice = async () =>
      ((await request(app, 'GET /api/community')).body as { hasLegalNotice: boolean }).hasLegalNotice
    expect(await textOf('legal-notice')).toBe(
      '# Legal notice\n\nThis community hasn’t filled in this page yet.\n',
    )
    await save('privacy', { responsible: 'Seehaus e. V.\nTeichstraße 1\n\nhallo@example.org' })
    const lines = 'Seehaus e. V.  \nTeichstraße 1\n\nhallo@example.org\n'
    expect(await readPage('legal-notice', app, 'de')).toMatchObject({
      text: `# Impressum\n\n<!-- lang: en -->\n\n${lines}\n<!-- lang: de -->\n`,
    })
    for (const language of ['en', 'de', 'es', 'pt-BR'])
      for (const page of ['privacy', 'terms'])
        expect((await readPage(page, other, language)).text).toContain(lines)
    expect(await hasNotice()).toBe(true)
    await undo('privacy')
    expect(await hasNotice()).toBe(false)
  })

  test('[COM-11] shows the community’s name as it is, whatever it means in Markdown', async () => {
    const name = '1. _Sit_ *with* [us](https://a.example) <b>&amp; `all`</b>'
    const rename = async (to: string) => {
      await app.database.query
        .updateTable('community_settings')
        .set((row) => ({ name: to, version: row('version', '+', 1) }))
        .execute()
      await app.app.platform.community.refresh()
    }
    await rename(name)
    const [, paragraph] = fromMarkdown(await textOf('terms')).children
    const [text, ...more] = paragraph?.type === 'paragraph' ? paragraph.children : []
    expect(text?.type === 'text' && text.value).toContain(`${name} is a place`)
    expect(more).toEqual([])
    await rename('Still $& Lake')
  })

  /** By `admin create --for`. */
  const mailedLinkMaxDays = 14

  test('[COM-16] states the actual retention periods', async () => {
    const { text } = await readPage('privacy')
    const times = [...text.matchAll(/(\d+) (?:days|hours)/g)].map(([, count]) => Number(count))
    expect(times).toEqual([
      constants.invitationDays,
      constants.goneDeviceRetentionDays,
      constants.reminderRetentionDays,
      constants.dailyMailRetentionDays,
      constants.newsRetentionDays,
      constants.chatRetentionDays,
      constants.deletedChatRetentionDays,
      caseRetentionDays,
      constants.proposalRetentionDays,
      constants.helpRetentionDays,
      constants.thanksRetentionDays,
      constants.endedSessionRetentionDays,
      constants.signInAddressRetentionDays,
      constants.referralFlagsDays,
      constants.endedInviteRetentionDays,
      constants.invitationDays,
      constants.invitationDays,
      constants.offeredTimeRetentionDays,
      constants.activityDetailsRetentionDays,
      mailedLinkMaxDays,
      constants.outboxRetentionDays,
      constants.idempotencyKeyRetentionHours,
      constants.endedAddressBanRetentionDays,
    ])
    await app.database.query
      .updateTable('community_settings')
      .set((row) => ({ chatDays: 45, version: row('version', '+', 1) }))
      .execute()
    await app.app.platform.community.refresh()
    expect(await textOf('privacy')).toContain('**Chat messages and likes:** 45 days.')
  })

  test('[COM-12] lists who else processes data, in each mode', async () => {
    const services = {
      smtpUrl: 'smtps://user:secret@mail.example.org:465',
      google: { clientId: 'id', clientSecret: 'secret' },
    }
    const configured = await startTestApp({ peerOf: app, config: services })
    const firebase = {
      projectId: 'still-lake',
      apiKey: 'key',
      authDomain: 'still-lake.firebaseapp.com',
      emulatorHost: null,
      serviceAccount: null,
    }
    const withFirebase = await startTestApp({ peerOf: app, config: { firebase } })
    try {
      expect(await textOf('privacy')).toContain('No other service: all of it stays on the server.')
      const listed = await textOf('privacy', configured)
      expect(listed).toContain('- **Email:** `mail.example.org` delivers')
      expect(listed).toContain('- **Google**, if you choose')
      expect(listed).not.toMatch(/secret|YouTube by Google|Firebase by Google/)
      expect(await textOf('privacy', withFirebase)).toContain('Firebase by Google (project `still-lake`)')
      await makeMeditation(app, {
        videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
        thumbnailUrl: 'https://Pictures.example.net/a.jpg',
      })
      await save('privacy', { mode: 'replaced', text: '# Ours' })
      expect(await textOf('privacy', configured)).toMatch(
        /^# Ours\n\n## Who else processes your data\n\n- \*\*Email:[^]*- \*\*YouTube by Google\*\*[^]*- \*\*`pictures.example.net`\*\*/,
      )
      await save('privacy', { mode: 'replaced', text: '# Ours\n\n{{processors}}\n\nThat is all.' })
      const placed = await textOf('privacy', configured)
      expect(placed.match(/Email:/g)).toHaveLength(1)
      expect(placed).not.toContain('## Who else')
    } finally {
      await withFirebase.close()
      await configured.close()
    }
  })
})

describe('an administrator', () => {
  test('[COM-10] reads all texts; a stale save and a stale undo are rejected', async () => {
    const { texts, members } = await readTexts()
    expect(texts.map(({ page }) => page)).toEqual(['privacy', 'terms', 'care'])
    expect(texts[0]?.shipped).toContain('{{app}} is a place')
    expect(members).toBe(5)
    const version = texts[2]?.version ?? 0
    const stale = { status: 409, body: { code: 'changed_meanwhile' } }
    expect(await save('care', { version: version - 1, mode: 'added', text: 'Breathe.' })).toMatchObject(stale)
    expect(await save('care', { mode: 'added', text: 'Breathe.' })).toMatchObject({ status: 200 })
    expect(await undo('care', { version })).toMatchObject(stale)
    expect(await stored('care')).toMatchObject({ mode: 'added', text: 'Breathe.', version: version + 1 })
  })

  test('[COM-10] undoes the last change for a day; a change without effect makes no version', async () => {
    const before = await stored('care')
    await save('care', { mode: 'replaced', text: '# Ours' })
    const changed = await stored('care')
    const undoUntil = new Date(app.clock.now() + 24 * 3_600_000).toISOString()
    expect(changed).toMatchObject({ undoUntil, version: (before?.version ?? 0) + 1 })
    await save('care', { mode: 'replaced', text: '# Ours' })
    expect(await stored('care')).toEqual(changed)
    expect((await undo('care')).status).toBe(200)
    expect(await stored('care')).toMatchObject({ mode: 'shipped', text: '', undoUntil: null })
    const tooLate = { status: 409, body: { code: 'nothing_to_undo' } }
    expect(await undo('care')).toMatchObject(tooLate)
    await save('care', { mode: 'replaced', text: '# Later' })
    app.clock.advance(24 * 3_600_000)
    expect(await undo('care')).toMatchObject(tooLate)
  })

  test('[COM-10] needs the role in the writing transaction, too', async () => {
    await save('care', { mode: 'added', text: 'Breathe.' })
    const before = await stored('care')
    const { version } = before ?? {}
    const path = '/api/admin/legal-texts/care'
    const demoted = [
      await requestWhileDemoted(app, `PUT ${path}`, { version, mode: 'replaced', text: '# Taken over' }),
      await requestWhileDemoted(app, `POST ${path}/undo`, { version }),
    ]
    expect(demoted.map(({ status }) => status)).toEqual([403, 403])
    expect(await stored('care')).toEqual(before)
  })

  test('[COM-10] records an activity, with the start of a long text', async () => {
    const text = `${'Breathe. '.repeat(100)}End.`
    await save('care', { mode: 'added', text })
    const entry = await app.database.query
      .selectFrom('activities')
      .select(['action', 'label', 'before', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({
      action: 'legal-text.update',
      label: 'Care',
      before: { mode: 'shipped', text: '' },
      after: { mode: 'added', text: `${text.slice(0, 500)}…` },
    })
  })

  test.each([
    [
      'too long',
      'privacy',
      { mode: 'added', text: 'x'.repeat(50_001) },
      'text',
      'The text has at most 50000 characters.',
    ],
    [
      'with a control character',
      'care',
      { mode: 'added', text: 'a\u0007b' },
      'text',
      'This contains a character that can’t be shown.',
    ],
    [
      'turned around',
      'care',
      { mode: 'added', text: 'a\u202Eb' },
      'text',
      'This contains a character that can’t be shown.',
    ],
    ['empty', 'terms', { mode: 'replaced', text: ' ' }, 'text', 'Please write the text first.'],
    [
      'with an open code block',
      'care',
      { mode: 'added', text: 'a\n\n```\nb' },
      'text',
      'A code block or a comment in this text has no end.',
    ],
    [
      'with an open comment',
      'privacy',
      { mode: 'replaced', text: '# A\n\n<!-- b' },
      'text',
      'A code block or a comment in this text has no end.',
    ],
    [
      'with quotes in quotes',
      'care',
      { mode: 'added', text: '>'.repeat(5_000) },
      'text',
      'Quotes and lists go at most 20 levels deep.',
    ],
    [
      'with an endless line',
      'privacy',
      { responsible: 'a', translations: { de: 'a '.repeat(2_501) }, mode: 'added', text: 'a' },
      'translations.de',
      'A line has at most 5000 characters.',
    ],
    [
      'with a thousand comments in a paragraph',
      'care',
      { mode: 'added', text: 'a <!--a\n'.repeat(1_001) },
      'text',
      'This text has more lists, quotes, or signs such as * and [ than a page can show.',
    ],
    [
      'with a code block in a list',
      'care',
      { mode: 'added', text: '- a\n  ```\n  b' },
      'text',
      'Please begin a code block or a comment at the start of a line.',
    ],
    [
      'with the name of the operator elsewhere',
      'terms',
      { responsible: 'Ada' },
      'responsible',
      'This is a part of the privacy page.',
    ],
    [
      'material, but not the terms',
      'privacy',
      { isMaterial: true },
      'isMaterial',
      'Members accept only the terms.',
    ],
  ] as const)(
    '[COM-10] sees beside its field that a text is refused: %s',
    async (_, page, change, path, message) => {
      const before = await stored(page)
      expect(await save(page, change)).toMatchObject({
        status: 400,
        body: { code: 'invalid', issues: [{ path, message }] },
      })
      expect(await stored(page)).toEqual(before)
    },
  )
})

describe('[LANG-11] the community’s legal texts in further languages', () => {
  const translations = { de: '## Hausordnung', es: '' }
  const pageIn = async (language: string) =>
    (await fetch(`${app.url}/pages/care.md`, { headers: { 'accept-language': language } })).text()

  test('a page shows the viewer’s language, else the community’s own text', async () => {
    expect(await save('care', { mode: 'added', text: '## House rules', translations })).toMatchObject({
      status: 200,
    })
    expect(await pageIn('de')).toContain('## Hausordnung')
    for (const language of ['en', 'es', 'pt-BR']) expect(await pageIn(language)).toContain('## House rules')
    await save('care', { mode: 'replaced', text: '## House rules', translations })
    expect((await pageIn('de')).trim()).toBe('## Hausordnung')
  })

  test('translations stay when they are omitted, and an undo restores them', async () => {
    await save('care', { mode: 'added', text: 'Ours', translations })
    expect(await stored('care')).toMatchObject({ translations: { de: translations.de } })
    await save('care', { mode: 'replaced', text: 'Ours' })
    expect(await stored('care')).toMatchObject({ translations: { de: translations.de } })
    await save('care', { mode: 'replaced', text: 'Ours', translations: {} })
    expect(await stored('care')).toMatchObject({ translations: {} })
    const { before, after } = await app.database.query
      .selectFrom('activities')
      .select(['before', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([before, after]).toEqual([{ translations: ['Deutsch: ## Hausordnung'] }, { translations: [] }])
    expect((await undo('care')).status).toBe(200)
    expect(await stored('care')).toMatchObject({ translations: { de: translations.de } })
  })

  test('[COM-13] the versions of the terms follow the community’s own text alone', async () => {
    const termsVersion = async () =>
      ((await request(app, 'GET /api/community')).body as { termsVersion: number }).termsVersion
    await save('terms', { mode: 'replaced', text: '# Terms of ours' })
    const version = await termsVersion()
    await save('terms', { mode: 'replaced', text: '# Terms of ours', translations: { de: '# Regeln' } })
    expect(await termsVersion()).toBe(version)
    await save('terms', { mode: 'replaced', text: '# Other terms', translations: { de: '# Regeln' } })
    expect(await termsVersion()).toBe(version + 1)
  })

  test.each([
    [{ translations: { fr: 'Bonjour' } }, 'translations'],
    [{ translations: ['Hallo'] }, 'translations'],
    [{ translations: { de: 7 } }, 'translations.de'],
    [{ translations: { de: 'x'.repeat(50_001) } }, 'translations.de'],
    [{ translations: { de: 'a\u202Eb' } }, 'translations.de'],
    [{ translations: { de: '```\nohne Ende' } }, 'translations.de'],
  ])('%j is refused beside its field', async (change, path) => {
    expect(await save('care', { mode: 'added', text: 'Ours', ...change })).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    })
    expect(await stored('care')).toMatchObject({ text: '', translations: {} })
  })

  test('four texts of full length fit into a request', async () => {
    const long = `${'ä'.repeat(4_999)}\n`.repeat(10).trim()
    const all = { en: long, de: long, es: long, 'pt-BR': long }
    expect(await save('care', { mode: 'added', text: long, translations: all })).toMatchObject({
      status: 200,
    })
  })
})

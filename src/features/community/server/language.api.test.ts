// The community's language, and its own texts in the others.
import { beforeEach, describe, expect, test } from 'vitest'
import { languages, type Language } from '#shared/i18n/t.ts'
import { connectLive, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { CommunitySettings } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
beforeEach(async () => {
  await save({ language: 'en', welcome: '', careText: '', translations: {} })
})

const read = async () =>
  (await request(app, 'GET /api/admin/community', { as: people.ada, headers: { 'accept-language': 'de' } }))
    .body as CommunitySettings
const save = async (change: object) =>
  request(app, 'PUT /api/admin/community', { as: people.ada, body: { ...(await read()), ...change } })
const readIn = async (path: '/api/community' | '/api/care', language: Language) =>
  (await request(app, `GET ${path}`, { headers: { 'accept-language': language } })).body
const pathOf = async (change: object) => {
  const { status, body } = await save(change)
  return status === 400 ? (body as { issues: { path: string }[] }).issues[0]?.path : status
}
const lastActivity = () =>
  app.database.query
    .selectFrom('activities')
    .select(['action', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const texts = {
  welcome: 'Come in.',
  careText: 'Breathe out.',
  translations: {
    de: { welcome: 'Komm herein.', careText: 'Atme aus.' },
    es: { welcome: 'Entra.', careText: '' },
  },
}

describe('[LANG-11] the community’s own texts', () => {
  test('visitors and members read their language, else the community’s own text', async () => {
    expect(await save(texts)).toMatchObject({ status: 200, body: texts })
    const welcomes = { en: 'Come in.', de: 'Komm herein.', es: 'Entra.', 'pt-BR': 'Come in.' }
    const cares = { en: 'Breathe out.', de: 'Atme aus.', es: 'Breathe out.', 'pt-BR': 'Breathe out.' }
    for (const language of languages) {
      expect(await readIn('/api/community', language)).toMatchObject({ welcome: welcomes[language] })
      expect(await readIn('/api/care', language)).toMatchObject({ text: cares[language] })
    }
  })

  test('without an own text, the product’s care text is in the viewer’s language', async () => {
    expect(await readIn('/api/care', 'de')).toMatchObject({ text: expect.stringMatching(/^Öffne/) as string })
  })

  test('administrators edit the originals, whatever their own language is', async () => {
    await save(texts)
    expect(await read()).toMatchObject(texts)
  })

  test('a change reaches open pages in their languages', async () => {
    const german = await connectLive(app, { as: people.mia, headers: { 'accept-language': 'de' } })
    const english = await connectLive(app, { as: people.mia })
    await save(texts)
    // The change before this test may reach the new connections too.
    const welcomed = async (client: TestLiveClient) =>
      (await client.next('community-changed', ({ community }) => community.welcome !== '')).community.welcome
    expect([await welcomed(german), await welcomed(english)]).toEqual(['Komm herein.', 'Come in.'])
    for (const client of [german, english]) await client.close()
  })

  test('the log names each language, and an undo restores all', async () => {
    await save(texts)
    const { version } = (await save({ translations: {}, language: 'de' })).body as CommunitySettings
    expect(await lastActivity()).toEqual({
      action: 'community.update',
      before: { language: 'English', translations: ['Deutsch: Komm herein. / Atme aus.', 'Español: Entra.'] },
      after: { language: 'Deutsch', translations: [] },
    })
    const undone = await request(app, 'POST /api/admin/community/undo', { as: people.ada, body: { version } })
    expect(undone).toMatchObject({ status: 200, body: { language: 'en', translations: texts.translations } })
  })

  test('bad input is refused beside its field and changes nothing', async () => {
    await save(texts)
    const before = await read()
    const { de } = texts.translations
    const refused: [object, string][] = [
      [{ translations: { fr: de } }, 'translations'],
      [{ translations: { __proto__: null, toString: de } }, 'translations'],
      [{ translations: [de] }, 'translations'],
      [{ translations: { de: { welcome: 'Komm.' } } }, 'translations.de.careText'],
      [{ translations: { de: { ...de, name: 'Stilles Wasser' } } }, 'translations.de'],
      [{ translations: { de: { ...de, welcome: 'x'.repeat(501) } } }, 'translations.de.welcome'],
      [{ translations: { de: { ...de, welcome: 'Komm\u202Eher' } } }, 'translations.de.welcome'],
      [{ translations: { de: { ...de, careText: 'x'.repeat(1_001) } } }, 'translations.de.careText'],
      [{ translations: { de: { ...de, careText: 'a\u0000b' } } }, 'translations.de.careText'],
      [{ language: 'fr' }, 'language'],
      [{ language: null }, 'language'],
    ]
    for (const [change, path] of refused) expect([change, await pathOf(change)]).toEqual([change, path])
    expect(await read()).toEqual(before)
  })
})

test('[LANG-03] the community’s language is that of pages whose browser has none of ours', async () => {
  const languageOf = async (accepted: string) =>
    (await request(app, 'GET /auth', { headers: { 'accept-language': accepted } })).headers.get(
      'content-language',
    )
  expect(await save({ language: 'es' })).toMatchObject({ status: 200, body: { language: 'es' } })
  expect(await readIn('/api/community', 'de')).toMatchObject({ language: 'es', languages: [...languages] })
  expect(await languageOf('ja')).toBe('es')
  expect(await languageOf('de')).toBe('de')
})

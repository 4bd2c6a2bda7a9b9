// Templates in further languages: what is accepted, and what members read of them.
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#shared/day.ts'
import { languages, type Language } from '#shared/i18n/t.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { listMediaHosts } from './service.ts'

const at = '/api/admin/templates'
const today = '2026-11-21'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
beforeEach(async () => {
  app.clock.set(wall(`${today} 12:00`))
  for (const table of ['sittings', 'schedules', 'meditation_templates'] as const)
    await app.database.query.deleteFrom(table).execute()
})

const german = {
  title: 'Sieben Lampen',
  description: 'Ein Gang durch die sieben Zentren.',
  steps: [{ number: 1, title: 'Boden', description: 'Was dich trägt.' }],
  captionsUrl: 'https://captions.example.org/de.vtt',
}
const portuguese = { title: 'Sete lâmpadas', description: 'Uma caminhada.', steps: [], captionsUrl: null }
const fields = {
  title: 'Seven lamps',
  description: 'A slow walk through the seven centers.',
  duration: 12,
  difficulty: 'Beginner' as const,
  videoUrl: '/media/still-water.mp4',
  thumbnailUrl: null,
  captionsUrl: '/media/still-water.en.vtt',
  audioUrl: null,
  instructor: 'Lena Oduya',
  instructorTitle: 'Meditation Teacher',
  sessionSteps: [{ number: 1, title: 'Ground', description: 'The floor beneath you.' }],
  translations: { 'pt-BR': portuguese, de: german },
}

const create = (body: object = fields) => request(app, `POST ${at}`, { as: people.ada, body })
const update = (id: number, body: object) => request(app, `PUT ${at}/${id}`, { as: people.ada, body })
const newId = async (body: object = fields) => Number((await create(body)).body?.['id' as never])
const read = async <Body>(path: `/${string}`, language: Language, as: TestUser = people.mia) => {
  const { status, body } = await request(app, `GET ${path}`, {
    as,
    headers: { 'accept-language': language },
  })
  expect(status).toBe(200)
  return body as Body
}
const withGerman = (change: object) => ({ ...fields, translations: { de: { ...german, ...change } } })
const refusedAt = (...paths: string[]) => ({
  status: 400,
  body: { code: 'invalid', issues: paths.map((path) => ({ path })) },
})

describe('[LANG-11] saving translations', () => {
  test('stores them; a copy has them; without them, a change leaves them', async () => {
    const { status, body } = await create()
    expect({ status, body }).toMatchObject({ status: 201, body: fields })
    const id = Number(body?.['id' as never])
    const { translations, ...others } = fields
    expect(await update(id, { ...others, duration: 13 })).toMatchObject({
      body: { translations, version: 2 },
    })
    expect(await request(app, `POST ${at}/${id}/duplicate`, { as: people.ada })).toMatchObject({
      body: { translations },
    })
    expect(await update(id, { ...fields, translations: {} })).toMatchObject({
      body: { translations: {}, version: 3 },
    })
  })

  test('the same translations in another order change nothing; the log names each language and its title', async () => {
    const id = await newId()
    const same = { de: german, 'pt-BR': portuguese }
    expect(await update(id, { ...fields, translations: same })).toMatchObject({ body: { version: 1 } })
    await update(id, { ...fields, translations: { es: { ...portuguese, title: 'Siete lámparas' } } })
    const { before, after } = await app.database.query
      .selectFrom('activities')
      .select(['before', 'after'])
      .where('action', '=', 'template.update')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(before).toEqual({ translations: ['Deutsch: Sieben Lampen', 'Português: Sete lâmpadas'] })
    expect(after).toEqual({ translations: ['Español: Siete lámparas'] })
  })

  test.each([
    ['an unknown language', { ...fields, translations: { fr: german } }, 'translations'],
    [
      'a language that is a name of objects',
      { ...fields, translations: { constructor: german } },
      'translations',
    ],
    ['no object', { ...fields, translations: [german] }, 'translations'],
    ['no title', withGerman({ title: ' ' }), 'translations.de.title'],
    ['a long title', withGerman({ title: 'x'.repeat(201) }), 'translations.de.title'],
    ['no description', withGerman({ description: '' }), 'translations.de.description'],
    ['an unstorable title', withGerman({ title: 'a\u0000b' }), 'translations.de.title'],
    [
      'many steps',
      withGerman({ steps: Array(31).fill({ title: 'a', description: '' }) }),
      'translations.de.steps',
    ],
    [
      'an address of a script',
      withGerman({ captionsUrl: 'javascript:alert(1)' }),
      'translations.de.captionsUrl',
    ],
    [
      'an address inside the network',
      withGerman({ captionsUrl: 'https://10.0.0.7/a.vtt' }),
      'translations.de.captionsUrl',
    ],
    ['an unknown field', withGerman({ videoUrl: '/media/still-water.mp4' }), 'translations.de'],
  ])('%s is refused beside its field, and nothing is stored', async (_, body, path) => {
    const id = await newId()
    expect(await create(body)).toMatchObject(refusedAt(path))
    expect(await update(id, body)).toMatchObject(refusedAt(path))
    const [only, ...others] = await read<{ translations: object; version: number }[]>(at, 'en', people.ada)
    expect(only).toMatchObject({ translations: fields.translations, version: 1 })
    expect(others).toEqual([])
  })

  test('[TPL-17] rows of an import may have none', async () => {
    const { translations: _, ...row } = fields
    expect(
      await request(app, `POST ${at}/import`, { as: people.ada, body: { templates: [row] } }),
    ).toMatchObject({
      status: 201,
    })
    expect(await read(at, 'en', people.ada)).toMatchObject([{ translations: {} }])
  })

  test('the hosts of their captions are among the media hosts', async () => {
    await newId()
    expect(await listMediaHosts(app.database.query)).toEqual(['captions.example.org'])
  })

  test('the database refuses other languages, and titles that are empty', async () => {
    const id = await newId()
    for (const translations of [{ fr: german }, { de: { ...german, title: '' } }, { de: {} }, [german]])
      await expect(
        app.database.query
          .updateTable('meditation_templates')
          .set({ translations: JSON.stringify(translations) })
          .where('id', '=', id)
          .execute(),
      ).rejects.toThrow(/check constraint/)
  })
})

describe('[LANG-11] members read a template in their language, else as it is', () => {
  const titles: Record<Language, string> = {
    en: 'Seven lamps',
    de: 'Sieben Lampen',
    es: 'Seven lamps',
    'pt-BR': 'Sete lâmpadas',
  }

  beforeEach(async () => {
    for (const day of [today, addDays(today, 1)])
      await makeMeditation(app, { ...fields, day, scheduledTime: '18:00', sitting: { together: true } })
  })

  test.each(languages)('in %s: today with the next, the preview, and the week ahead', async (language) => {
    const meditation = await read<Record<string, unknown>>('/api/meditation/today', language)
    const titled = {
      title: titles[language],
      language: language === 'en' || language === 'es' ? null : language,
    }
    expect(meditation).toMatchObject({ ...titled, next: titled })
    expect(meditation).not.toHaveProperty('translations')
    expect(await read('/api/meditation/preview', language)).toMatchObject({
      today: titled,
      tomorrow: titled,
    })
    expect(await read('/api/sittings/week', language)).toMatchObject({ entries: [titled, titled] })
  })

  test('steps and captions that a language lacks are the template’s own', async () => {
    expect(await read('/api/meditation/today', 'de')).toMatchObject({
      description: german.description,
      sessionSteps: german.steps,
      captionsUrl: german.captionsUrl,
      stepsLanguage: 'de',
      captionsLanguage: 'de',
    })
    expect(await read('/api/meditation/today', 'pt-BR')).toMatchObject({
      description: portuguese.description,
      sessionSteps: fields.sessionSteps,
      captionsUrl: fields.captionsUrl,
      language: 'pt-BR',
      stepsLanguage: null,
      captionsLanguage: null,
    })
  })

  test('garden angels read their language, and administrators the originals', async () => {
    const [summary] = await read<unknown[]>(at, 'de', people.gail)
    expect(summary).toMatchObject({ title: 'Sieben Lampen' })
    const path = '/api/admin/schedules'
    const [angels] = await read<unknown[]>(path, 'de', people.gail)
    expect(angels).toMatchObject({ template: { title: 'Sieben Lampen', language: 'de' } })
    const [admins] = await read<unknown[]>(path, 'de', people.ada)
    expect(admins).toMatchObject({ template: { title: 'Seven lamps', language: null } })
  })

  test('[CAL-02] a new translation is a new version for calendars', async () => {
    const sittings = () =>
      app.database.query.selectFrom('sittings').select(['templateId', 'version']).orderBy('roomDay').execute()
    const [sitting] = await sittings()
    await update(sitting?.templateId ?? 0, withGerman({ title: 'Sieben Lichter' }))
    expect(await sittings()).toMatchObject([{ version: (sitting?.version ?? 0) + 1 }, { version: 1 }])
    expect(await read('/api/meditation/today', 'de')).toMatchObject({ title: 'Sieben Lichter' })
  })
})

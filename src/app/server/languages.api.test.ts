// Whose language the server writes in: pages, calls, sockets, and the member's choice.
import { describe, expect, test } from 'vitest'
import { csvTable } from '#features/history/export.ts'
import { withLocale } from '#server/i18n/locale.ts'
import { busEvents } from '#shared/bus-events.ts'
import { createHistoryDay } from '#test/data/energy-history.ts'
import { rejectedUpgrade } from '#test/live/live-client.ts'
import { lastMail } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { initialPassword, signUpAccount } from '#test/people/account.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const storedLanguage = async ({ userId }: TestUser) => {
  const row = await app.database.query
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.language
}

describe('[LANG-03] a response is in its viewer’s language', () => {
  test('errors before, in and after the reading of a body', async () => {
    const headers = { 'accept-language': 'de' }
    const anonymous = await request(app, 'GET /api/auth/user', { headers })
    expect(anonymous).toMatchObject({ status: 401, body: { message: 'Bitte melde dich an.' } })
    expect(anonymous.headers.get('content-language')).toBe('de')
    expect(anonymous.headers.get('vary')).toBe('Accept-Language, Cookie')
    const save = (body: string | object) =>
      request(app, 'PUT /api/user/language', { as: people.mia, headers, body })
    for (const body of ['{', { language: 'xx' }]) {
      const { status, body: error } = await save(body)
      expect(status).toBe(400)
      expect((error as { message: string }).message).toMatch(/^Bitte/)
    }
    // It arrives in many parts.
    const picture = await request(app, 'PUT /api/user/profile/picture', {
      as: people.mia,
      headers: { ...headers, 'content-type': 'image/png' },
      body: Buffer.alloc(1_000_000),
    })
    expect(picture).toMatchObject({
      status: 400,
      body: { message: 'Bitte prüfe deine Angaben und versuche es noch einmal.' },
    })
    const large = await save({ language: 'x'.repeat(200_000) })
    expect(large).toMatchObject({ status: 413 })
    expect((large.body as { message: string }).message).toBe('Das ist zu groß zum Senden.')
  })

  test('a page in the language of this device, else of the browser, else of the community', async () => {
    const languageAt = async (headers: Record<string, string>) => {
      const response = await request(app, 'GET /manifest.webmanifest', { headers })
      const { lang } = JSON.parse(String(response.body)) as { lang: string }
      return [response.headers.get('content-language'), lang]
    }
    expect(await languageAt({})).toEqual(['en', 'en'])
    expect(await languageAt({ 'accept-language': 'pt-PT' })).toEqual(['pt-BR', 'pt-BR'])
    expect(await languageAt({ 'accept-language': 'pt', cookie: 'language=es' })).toEqual(['es', 'es'])
    await app.database.query
      .updateTable('community_settings')
      .set(({ eb }) => ({ language: 'de', version: eb('version', '+', 1) }))
      .execute()
    await app.bus.publish(busEvents.community, { type: 'changed' })
    const unknown = { 'accept-language': 'ja', cookie: 'language=xx' }
    await expect.poll(() => languageAt(unknown)).toEqual(['de', 'de'])
  })

  test('a socket in that of its page', async () => {
    const headers = { cookie: 'language=es', 'accept-language': 'de' }
    const rejected = await rejectedUpgrade(app, { headers })
    expect(rejected).toMatchObject({ status: 401, body: { message: 'Inicia sesión.' } })
  })
})

test('[LANG-06] the history’s CSV is in its viewer’s language, with dates as they are stored', () => {
  const day = createHistoryDay('2026-11-20', { before: 7, after: 1 })
  const { fields, data } = withLocale('de', () => csvTable([day]))
  expect(fields.slice(0, 3)).toEqual(['Datum', 'Stufe vorher', 'Zentrum vorher'])
  expect(data[0]).toEqual(['2026-11-20', 7, 'Krone', '', 1, 'Wurzel', '', -6, 0, 'ja'])
})

describe('[LANG-03] the member’s language', () => {
  const signInAgain = ({ email }: TestUser, language: string) =>
    request(app, 'POST /api/identity/sign-in/email', {
      headers: { 'accept-language': language },
      body: { email, password: initialPassword },
    })

  test('is that of the page of their first sign-in, and changed by choice alone', async () => {
    const sol = await signUpAccount(app, 'sol', { verified: true })
    expect(await storedLanguage(sol)).toBe('de')
    await app.database.query
      .updateTable('users')
      .set({ language: null })
      .where('id', '=', sol.userId)
      .execute()
    expect((await signInAgain(sol, 'es-MX')).status).toBe(200)
    expect(await storedLanguage(sol)).toBe('es')
    await signInAgain(sol, 'en')
    expect(await storedLanguage(sol)).toBe('es')
  })

  test('is that of a mail, also when another page asked for it', async () => {
    const { email, userId } = await signUpAccount(app, 'ana', { verified: true })
    await app.database.query.updateTable('users').set({ language: 'de' }).where('id', '=', userId).execute()
    await request(app, 'POST /api/identity/request-password-reset', {
      headers: { 'accept-language': 'es' },
      body: { email },
    })
    const mail = await lastMail(app, email)
    expect(mail.subject).toBe('Stillwater: Neues Passwort wählen')
    expect(mail.html).toContain('<html lang="de">')
  })

  test('of a mail to an address without a member is that of the page that asked', async () => {
    const email = 'not-yet@example.org'
    await request(app, 'POST /api/identity/sign-up/email', {
      headers: { 'accept-language': 'pt-BR' },
      body: { name: 'Not Yet', email, password: initialPassword },
    })
    expect((await lastMail(app, email)).html).toContain('<html lang="pt-BR">')
  })

  test('a choice that isn’t one of ours changes nothing', async () => {
    const choose = (language: unknown) =>
      request(app, 'PUT /api/user/language', { as: people.mo, body: { language } })
    expect(await choose('pt-BR')).toMatchObject({ status: 200, body: { language: 'pt-BR' } })
    for (const language of ['pt', 'xx', '', null, ['de'], '__proto__'])
      expect(await choose(language)).toMatchObject({ status: 400, body: { issues: [{ path: 'language' }] } })
    expect(await storedLanguage(people.mo)).toBe('pt-BR')
  })
})

// Page content: which requests get a shell and responses, what they contain, and that a personal page isn't stored.
import { expect, test } from 'vitest'
import { addDays } from '#shared/day.ts'
import type { Language } from '#shared/i18n/t.ts'
import { inlineResponsesSchema } from '#shared/inline-responses.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { testCommunity } from '#test/web/community.ts'
import { createWebDir } from '#test/web/web-dir.ts'

const webDir = await createWebDir({
  'index.html': '<html><body><div id="root">…</div></body></html>',
  'shells/auth.html': '<i>sign in: {{lead}}</i>',
  'shells/meditation.html': '<i>{{date}}|{{title}}|{{poster}}</i>',
  'shells/mood-analytics.html': '<i>{{heading}}|{{detail}}</i>',
})
const app = await openTestApp({ webDir })
const people = await signInPeople(app)

/** The shell in the page, the inline responses by path, and the page's cache header. */
const open = async (path: string, as?: TestUser, language: Language = 'en') => {
  const cookie = `${as ? `${as.cookie}; ` : ''}language=${language}`
  const response = await fetch(app.url + path, { headers: { cookie } })
  const html = await response.text()
  const [, shell = null] = /<body>(?:<i>(.*)<\/i>)?<div id="root">/.exec(html) ?? []
  const [, block = null] =
    /<script type="application\/json" id="responses">(.*)<\/script><\/body>/.exec(html) ?? []
  const page = block === null ? null : inlineResponsesSchema.parse(JSON.parse(block))
  return {
    shell,
    responses: page?.byPath ?? null,
    isSignedOut: page?.isSignedOut,
    caching: response.headers.get('cache-control'),
  }
}

const personal = 'private, no-store'
/** Every page brings the community's zone along. */
const community = { '/api/community': testCommunity }
const signIn = 'sign in: One guided meditation a day, at the same minute, for everyone.'
const visitor = { shell: null, responses: community, isSignedOut: true, caching: 'no-cache' }

test('[SHELL-29, SHELL-31] [T20] a member gets the day’s meditation, with typed text escaped, and no cache stores it', async () => {
  expect(await open('/meditation', people.mia)).toMatchObject({ shell: null, caching: personal })
  const typed = '<img src=x> & </script> "calm"'
  await makeMeditation(app, {
    title: typed,
    thumbnailUrl: 'https://pictures.example.org/a.jpg?x=1&y=2',
  })
  const { shell, responses, caching } = await open('/meditation', people.mia)
  expect(caching).toBe(personal)
  const [date, title, poster] = shell?.split('|') ?? []
  expect(date).toMatch(/^\w+day, \w+ \d+$/)
  expect(title).toBe('&lt;img src=x&gt; &amp; &lt;/script&gt; &quot;calm&quot;')
  expect(poster).toContain('<img src="https://pictures.example.org/a.jpg?x=1&amp;y=2" alt=""')
  expect((await open('/', people.mia)).shell).toBe(shell)
  expect(Object.keys(responses ?? {}).toSorted()).toEqual([
    '/api/auth/session',
    `/api/auth/user/${people.mia.uid}`,
    '/api/community',
    '/api/meditation/online-count',
    '/api/meditation/preview',
    '/api/meditation/today',
    `/api/mood/analytics?date=${app.calendar.today()}`,
    '/api/sittings',
  ])
  expect(responses?.['/api/meditation/today']).toMatchObject({ title: typed })
})

test('[SHELL-29, SHELL-31] the history opens with its sentence, and a long one is left to its call', async () => {
  const entries = '/api/mood/analytics'
  const empty = await open('/mood-analytics', people.mia)
  expect(empty.shell).toBeNull()
  expect(empty.responses).toMatchObject({
    [entries]: [],
    '/api/mood/sessions': [],
    '/api/practice': { days: [], entries: [] },
  })
  const day = app.calendar.today()
  await makeEntries(day, 2)
  const { shell, responses } = await open('/mood-analytics', people.mia)
  expect(shell).toBe('You finished 4 levels higher than you started.|From Root to Throat.')
  expect(responses?.[entries]).toHaveLength(2)
  expect((await open('/mood-analytics?period=all', people.mia)).shell).toBeNull()
  expect((await open('/mood-analytics', people.ned)).responses).not.toHaveProperty(entries)
  await makeEntries(day, 200)
  const long = await open('/mood-analytics', people.mia)
  expect(long.shell).toBe(shell)
  expect(long.responses).not.toHaveProperty(entries)
})

/** Pairs of entries: Root before, Throat after. */
async function makeEntries(sessionDate: string, count: number): Promise<void> {
  const values = Array.from({ length: count }, (_, index) => ({
    userId: people.mia.userId,
    sessionDate,
    emotionLevel: index % 2 === 0 ? 2 : 6,
    moodType: index % 2 === 0 ? ('pre' as const) : ('post' as const),
    createdAt: new Date(app.clock.now()),
  }))
  await app.database.query.insertInto('mood_entries').values(values).execute()
}

test('[SHELL-29, SHELL-31] visitors without a session get the sign-in and learn that they have none; screens that aren’t known beforehand get no shell', async () => {
  for (const path of ['/auth', '/', '/meditation'])
    expect(await open(path)).toEqual({ ...visitor, shell: signIn })
  for (const path of ['/auth?ref=MIA', '/settings']) expect(await open(path)).toEqual(visitor)
  for (const [path, as] of [
    ['/auth', people.mia],
    ['/meditation?verified=1', people.mia],
    ['/settings', people.mia],
    ['/meditation', people.ned],
  ] as const) {
    const { responses, ...page } = await open(path, as)
    expect({ path, ...page }).toEqual({ path, shell: null, caching: personal, isSignedOut: false })
    expect(Object.keys(responses ?? {})).toContain(`/api/auth/user/${as.uid}`)
  }
  expect((await open('/meditation', people.bea)).responses).toEqual(community)
})

test('[SHELL-29] a cookie without a session costs one look-up, and its page is a visitor’s', async () => {
  const cookie = people.mia.cookie.replace(/=.*/, `=${'x'.repeat(43)}`)
  const stranger = { ...people.mia, cookie }
  expect(await open('/auth', stranger)).toEqual(await open('/auth'))
  expect(await open('/meditation', stranger)).toEqual({ ...visitor, shell: signIn })
  expect(await open('/settings', stranger)).toEqual(visitor)
})

test('[LANG-11] [SHELL-29] the shell and the responses are in the language of the page', async () => {
  const texts = { description: 'Sitz.', steps: [], captionsUrl: null }
  await makeMeditation(app, {
    day: addDays(app.calendar.today(), 1),
    title: 'Seven lamps',
    translations: { de: { title: 'Sieben Lampen', ...texts } },
  })
  app.clock.advance(24 * 3_600_000)
  for (const [language, title] of [
    ['de', 'Sieben Lampen'],
    ['es', '<span lang="en">Seven lamps</span>'],
  ] as const) {
    const { shell, responses } = await open('/meditation', people.mia, language)
    expect(shell).toContain(`|${title}|`)
    const isOwn = language === 'es'
    expect(responses?.['/api/meditation/today']).toMatchObject({
      title: isOwn ? 'Seven lamps' : title,
      language: isOwn ? null : language,
    })
  }
  const welcomes = { translations: JSON.stringify({ de: { welcome: 'Komm herein.', careText: '' } }) }
  await app.database.query
    .updateTable('community_settings')
    .set((row) => ({ welcome: 'Come in.', ...welcomes, version: row('version', '+', 1) }))
    .execute()
  await app.app.platform.community.refresh()
  for (const [language, welcome] of [
    ['de', 'Komm herein.'],
    ['es', '<span lang="en">Come in.</span>'],
  ] as const) {
    const { shell, responses } = await open('/auth', undefined, language)
    expect(shell).toBe(`sign in: ${welcome}`)
    expect(responses?.['/api/community']).toMatchObject(
      language === 'de' ? { welcome, welcomeLanguage: 'de' } : { welcome: 'Come in.', welcomeLanguage: null },
    )
  }
})

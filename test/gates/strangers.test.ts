// Gate: while joining isn't open, a stranger learns nothing of the community's days and members (COM-06).
import { Agent } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { previewCalls } from '#features/meditation/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeCanary } from '#test/data/canary.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { setJoining } from '#test/data/invites.ts'
import { meetingUrl } from '#test/data/live.ts'
import { guardsWithout } from '#test/network/guards-without.ts'
import { sendRaw, type RawRequest } from '#test/network/raw-request.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { createWebDir } from '#test/web/web-dir.ts'
import { calls, methodAndPath } from './all-calls.ts'

/** The public calls that a stranger may make in any joining mode: they say nothing of days and members. */
const forStrangers = [
  'DELETE /api/auth/session',
  'GET /api/care',
  'GET /api/community',
  // By the token of a link, which ends with the sharing.
  'GET /api/hall',
  'GET /api/identity/callback/google',
  'GET /api/referral/validate/:code',
  'POST /api/auth/clear-cache',
  'POST /api/auth/session',
  'POST /api/identity/mailed-link',
  'POST /api/identity/request-password-reset',
  'POST /api/identity/reset-password',
  'POST /api/identity/sign-in/email',
  'POST /api/identity/sign-in/social',
  'POST /api/identity/sign-out',
  'POST /api/identity/sign-up/email',
  'POST /api/identity/verify-email',
  'POST /api/referral/validate',
  'POST /api/stream/publish',
]

const publicCalls = calls.filter(({ needs }) => needs === 'public')
const paths = ['/', '/auth', '/meditation', '/mood-analytics', '/settings', '/referrals', '/admin']
const others = [
  '/garden-angel',
  '/moderation',
  '/first-admin',
  '/privacy',
  '/terms',
  '/care',
  '/legal-notice',
  '/goodbye',
  '/nowhere',
]
const files = ['/robots.txt', '/manifest.webmanifest', '/offline', '/sitemap.xml', '/feed', '/metrics']

const page = '<html><head><title>Stillwater</title></head><body><div id="root"></div></body></html>'
const shell = '<i>{{date}} {{title}} {{poster}} {{heading}}</i>'
const webDir = await createWebDir({
  'index.html': page,
  'offline.html': page,
  'shells/auth.html': shell,
  'shells/meditation.html': shell,
  'shells/mood-analytics.html': shell,
})
const google = { clientId: 'sit', clientSecret: 'together' }
const app = await openTestApp({ webDir, isUnlimited: true, config: { google } })
const people = await signInPeople(app)
const una = await signIn(app, 'una-stranger', personFields.una)
await makeMeditation(app, { title: 'The canary sings', thumbnailUrl: 'https://canary.example.org/a.jpg' })
// In each place that has it; a stranger is shown none.
for (const table of ['meditation_templates', 'schedules', 'sittings'] as const)
  await app.database.query.updateTable(table).set({ meetingUrl }).execute()
const { canary } = await makeCanary(app, people, 'joining')
const row = app.database.query.selectFrom('referral_codes').select('code')
const code = (await row.where('userId', '=', canary.userId).executeTakeFirstOrThrow()).code

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** The response as one text: status, headers and body. */
async function textOf(on: TestApp, sent: Partial<RawRequest> & { path: string }): Promise<string> {
  const response = await sendRaw(on, { method: 'GET', headers: {}, agent, ...sent })
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${String(value)}`)
  return [response.status, ...headers, response.text].join('\n')
}

const pathWithCode = ({ path }: Endpoint) => path.replace(':code', code)

async function callText(call: Endpoint, on: TestApp, cookie = ''): Promise<string> {
  const { method } = call
  const headers = { cookie, origin: on.url, 'content-type': 'application/json' }
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
  return textOf(on, { method, path: pathWithCode(call), headers, ...body })
}

test('[COM-06] each public call is in the list of those for strangers, or for open joining', () => {
  const closed = publicCalls.filter(({ isForOpenJoining }) => !isForOpenJoining)
  expect(closed.map(methodAndPath).toSorted()).toEqual(forStrangers)
})

test.each(['invitation', 'closed'] as const)(
  '[COM-06] [T78] %s: no call, page or file names days and members to a stranger',
  async (joining) => {
    await setJoining(app, joining)
    for (const cookie of ['', una.cookie]) {
      for (const call of calls) {
        // Signing out ends the session of the caller; a valid code names who gave it, by invitation.
        if (cookie !== '' && /sign-out|DELETE/.test(methodAndPath(call))) continue
        if (joining === 'invitation' && call.path.includes(':code')) continue
        expect([methodAndPath(call), await callText(call, app, cookie)]).toEqual([
          methodAndPath(call),
          expect.not.stringMatching(/canary/i) as unknown,
        ])
      }
      for (const path of [...paths, ...others, ...files]) {
        const text = await textOf(app, { path, headers: { cookie } })
        expect([path, text]).toEqual([path, expect.not.stringMatching(/canary/i) as unknown])
      }
    }
    expect(await textOf(app, { path: '/robots.txt' })).toMatch(/\nUser-agent: \*\nDisallow: \/\n$/)
    for (const path of paths) {
      const page = await textOf(app, { path })
      expect(page).toContain('<meta name="robots" content="noindex" />')
      expect(page).not.toMatch(/one meditation a day|Come and sit with us/)
    }
  },
)

test('[COM-06] joining is judged for those without an account; without its guard the gate notices', async () => {
  const preview = (as: TestUser | null, on = app) => request(on, 'GET /api/meditation/preview', { as })
  await setJoining(app, 'closed')
  expect(await preview(null)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await preview(una)).toMatchObject({ status: 403, body: { code: 'profile_incomplete' } })
  expect(await preview(people.bea)).toMatchObject({ status: 403, body: { code: 'banned' } })
  for (const member of [people.mia, people.ned, people.ada])
    expect(await preview(member)).toMatchObject({
      status: 200,
      body: { today: { title: 'The canary sings' } },
    })
  const open = await startTestApp({ peerOf: app, isUnlimited: true, enabledGuards: guardsWithout('joining') })
  expect(await callText(previewCalls.preview, open)).toMatch(/canary/i)
  await open.close()
})

test('[COM-06] open joining shows the day, and is for crawlers', async () => {
  await setJoining(app, 'open')
  expect(await callText(previewCalls.preview, app)).toMatch(/canary/i)
  expect(await textOf(app, { path: '/robots.txt' })).toContain('Allow: /')
  const page = await textOf(app, { path: '/auth' })
  expect(page).not.toContain('noindex')
  expect(page).toContain('Come and sit with us')
})

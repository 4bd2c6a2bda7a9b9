// Unsubscribing by a mail's link: what a press needs, what opening it does, and the pages that it shows.
import { beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '#features/auth/server/service.ts'
import { chooseReminders } from '#test/data/reminders.ts'
import { dumpRows } from '#test/database/dump-rows.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { createUnsubscribePath } from './unsubscribe.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
/** Of the link in each reminder that is mailed to Mia. */
const token = (await createUnsubscribePath(app, { userId: people.mia.userId, kind: 'reminders' })).replace(
  '/unsubscribe/',
  '',
)

beforeEach(() => chooseReminders(app, people.mia, { dayBefore: 'mail' }))

const path = '/api/account/reminders'

const oneClick = {
  'content-type': 'application/x-www-form-urlencoded',
  // No Origin, no cookie.
}

const post = (tokenOrOther: string, body = 'List-Unsubscribe=One-Click') =>
  fetch(`${app.url}/unsubscribe/${tokenOrOther}`, { method: 'POST', headers: oneClick, body })

describe('unsubscribing', () => {
  test('[REM-06] a press with any body or none is enough: the token is the whole credential; its page says its language', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name=List-Unsubscribe\r\n\r\nOne-Click\r\n--x--\r\n'
    const bodies: [body: string | undefined, type: string | null][] = [
      [undefined, null],
      ['List-Unsubscribe=One-Click', 'text/plain'],
      ['', 'application/x-www-form-urlencoded'],
      [part, 'multipart/form-data; boundary=x'],
      ['{', 'application/json'],
    ]
    for (const [body, type] of bodies) {
      await chooseReminders(app, people.mia, { dayBefore: 'mail' })
      const headers = { 'accept-language': 'de', ...(type !== null && { 'content-type': type }) }
      const response = await fetch(`${app.url}/unsubscribe/${token}`, {
        method: 'POST',
        headers,
        ...(body !== undefined && { body }),
      })
      expect([type, response.status]).toEqual([type, 200])
      expect(response.headers.get('content-language')).toBe('de')
      expect(await response.text()).toContain('<html lang="de">')
      expect((await request(app, `GET ${path}`, { as: people.mia })).body).toMatchObject({ dayBefore: null })
    }
  })

  test('[REM-06, T82] opening the link changes nothing, and shows one button that works without scripts', async () => {
    await app.app.sessions.sync()
    const before = await dumpRows(app.database.query)
    const response = await fetch(`${app.url}/unsubscribe/${token}`)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('Stop reminders by email?')
    expect(html.match(/<button/g)).toHaveLength(1)
    expect(html).not.toContain('<script')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await dumpRows(app.database.query)).toEqual(before)
  })

  test('[REM-06] an unknown token is 404, and a large body or another method changes nothing', async () => {
    for (const unknown of ['x', 'A'.repeat(22), `${token}A`]) {
      expect((await fetch(`${app.url}/unsubscribe/${unknown}`)).status).toBe(404)
      expect((await post(unknown)).status).toBe(404)
    }
    // Of a kind that another release knows.
    const tokenHash = hashSecret('poems')
    await app.database.query
      .insertInto('unsubscribe_tokens')
      .values({ tokenHash, userId: people.mia.userId, kind: 'poems', createdAt: new Date(app.clock.now()) })
      .execute()
    expect([(await fetch(`${app.url}/unsubscribe/poems`)).status, (await post('poems')).status]).toEqual([
      404, 404,
    ])
    expect((await post(token, 'x'.repeat(1_025))).status).toBe(413)
    for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      await fetch(`${app.url}/unsubscribe/${token}`, { method })
    expect((await request(app, `GET ${path}`, { as: people.mia })).body).toMatchObject({ dayBefore: 'mail' })
  })

  test('[T82] the press is the only one without an Origin: calls accept no form', async () => {
    const response = await fetch(`${app.url}${path}`, {
      method: 'PUT',
      headers: { ...oneClick, origin: app.url, cookie: people.mia.cookie },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(response.status).toBe(415)
  })
})

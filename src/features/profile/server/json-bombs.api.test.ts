// JSON bombs on the calls with the largest bodies: rejected before parsing, with a small response.
import { afterEach, expect, test, vi } from 'vitest'
import { dataUrl, fiveMebibytes } from '#test/data/pictures.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'

const bombBytes = 7_000_000
const longestParsed = 1_000

const app = await openTestApp({ isUnlimited: true })
const people = {
  mia: await signIn(app, 'mia-bombs', personFields.mia),
  ada: await signIn(app, 'ada-bombs', personFields.ada),
}
afterEach(() => vi.restoreAllMocks())

const numbered = (count: number, field: (index: number) => string) =>
  `{${Array.from({ length: count }, (_, index) => field(index)).join(',')}}`
const bombs: Record<string, string> = {
  'short unknown keys': numbered(700_000, (index) => `"${index.toString(36)}":1`),
  'longer unknown keys': numbered(500_000, (index) => `"k${index}":1`),
  'keys that look like numbers': numbered(600_000, (index) => `"${index}":1`),
  'nested arrays': '['.repeat(bombBytes / 2) + ']'.repeat(bombBytes / 2),
  'empty objects': `[${'{},'.repeat(bombBytes / 3 - 2)}{}]`,
  'a bomb behind a long string': `{"name":"${'x'.repeat(6_000_000)}",${'"a":[],'.repeat(100_000)}"b":1}`,
}

/** Makes a call and measures the longest text parsed meanwhile. */
async function parsedBy(
  call: () => Promise<TestResponse>,
): Promise<{ response: TestResponse; longest: number }> {
  const parse = vi.spyOn(JSON, 'parse')
  const response = await call()
  const longest = Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length))
  parse.mockRestore()
  return { response, longest }
}

const targets = [
  ['mia', 'PUT /api/user/profile'],
  ['ada', 'POST /api/admin/profile-pictures'],
] as const
const cases = targets.flatMap(([as, call]) => Object.keys(bombs).map((what) => [call, what, as] as const))

test.each(cases)('[T45] [API-28] %s rejects %s before parsing it', async (call, what, as) => {
  const body = bombs[what] ?? ''
  expect(body.length).toBeGreaterThan(5_000_000)
  const { response, longest } = await parsedBy(() => request(app, call, { as: people[as], body }))
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect(JSON.stringify(response.body).length).toBeLessThan(longestParsed)
  expect(longest).toBeLessThan(longestParsed)
})

test('[T45] errors list the first ten unknown keys, and only the start of a long one', async () => {
  const ask = async (body: string) => {
    const response = await request(app, 'PUT /api/user/profile', { as: people.mia, body })
    expect(response.status).toBe(400)
    return JSON.stringify(response.body)
  }
  const many = await ask(numbered(900, (index) => `"k${index}":1`))
  expect(many).toContain('Unknown: k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, …')
  expect(many.length).toBeLessThan(longestParsed)
  expect((await ask(`{"${'x'.repeat(5_000_000)}":1}`)).length).toBeLessThan(longestParsed)
})

test('[API-28] a 5 MB picture in the profile JSON is accepted', async () => {
  const { mia } = people
  const profilePicture = dataUrl(Buffer.alloc(fiveMebibytes))
  const body = { name: mia.name, email: mia.email, profilePicture, profileCompleted: true }
  const response = await request(app, 'PUT /api/user/profile', {
    as: mia,
    body: { ...body, firebaseUid: mia.uid },
  })
  expect(response.body).toMatchObject({
    issues: [{ path: 'profilePicture', message: 'Please choose a JPG, PNG or GIF picture.' }],
  })
})

// Gate: every cell of the permission matrix, and each kind of guard seen red once when it lets everything pass.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRanges } from '#server/client-address.ts'
import type { GuardName } from '#server/guards.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { cast, signIn } from '#test/cast.ts'
import { makeMeditation } from '#test/make.ts'
import { request } from '#test/request.ts'
import { calls, methodAndPath } from './all-calls.ts'
import { cells, inWords, playCell, prepareMatrix, type Cell } from './matrix-http.ts'
import matrix from './matrix.json' with { type: 'json' }

/** Where the transaction itself refuses once more, the guard before it can't be seen missing. */
const isCheckedInTheWrite = ({ call }: Cell) =>
  /session\/|\/like$|^DELETE \/api\/messages|\/ban$|mood\/(entry|sample-data)|user\/(profile|generate-referral-code)|\/admin\//.test(
    call,
  ) && !call.startsWith('GET')

const limitsExempt = parseRanges('127.0.0.0/8')
const google = { clientId: 'sit', clientSecret: 'together' }

async function startMatrixApp(letPass?: ReadonlySet<GuardName>): Promise<TestApp> {
  const app = await startTestApp({ config: { limitsExempt, google }, ...(letPass ? { letPass } : {}) })
  await makeMeditation(app)
  await prepareMatrix(app)
  return app
}

describe('the matrix', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startMatrixApp()
  })
  afterAll(() => app.close())

  test('every call has its row, and every row its call', () => {
    const declared = calls.map(methodAndPath).sort()
    const rows = [...new Set(matrix.calls.map(({ call }) => call))].sort()
    expect(rows).toEqual(declared)
  })

  test.each(cells)('$call $when as $column answers $expected', async (cell) => {
    expect(await playCell(app, cell)).toEqual({ actual: cell.expected, unchanged: true })
  })

  test.each(matrix.addresses)('$call answers $answers to everyone', async ({ call, answers }) => {
    const [picture] = await app.database.query.selectFrom('profile_pictures').select('mediaSha256').execute()
    const address = call.replace(':picture', `${picture?.mediaSha256}.jpg`) as Parameters<typeof request>[1]
    const people = await Promise.all(
      Object.entries(cast).map(([key, facts]) => signIn(app, `${key}-${call.replace(/\W/g, '')}`, facts)),
    )
    for (const as of [null, ...people]) expect(inWords(await request(app, address, { as }))).toBe(answers)
  })

  test('[API-21] an unsafe call from a foreign page, or without an Origin, is refused for every kind of caller', async () => {
    const unsafe = calls.filter(({ method }) => method !== 'GET')
    expect(unsafe.length).toBeGreaterThan(3)
    const mia = await signIn(app, 'mia-origin', cast.mia)
    for (const { method, path } of unsafe) {
      for (const headers of [{ origin: 'https://evil.example' }, { origin: '' }]) {
        for (const as of [null, mia]) {
          const answer = await request(app, `${method} ${path}` as `POST /`, { as, headers })
          expect({ path, answer: inWords(answer) }).toEqual({ path, answer: '403 bad_origin' })
        }
      }
    }
  })

  test('[AUTH-14] the header firebase-uid of somebody else is refused on every call that needs a session', async () => {
    const mia = await signIn(app, 'mia-header', cast.mia)
    const gail = await signIn(app, 'gail-header', cast.gail)
    for (const { method, path } of calls.filter(({ needs }) => needs !== 'public')) {
      const headers = { 'firebase-uid': gail.uid }
      const answer = await request(app, `${method} ${path}` as `GET /`, { as: mia, headers })
      expect({ path, answer: inWords(answer) }).toEqual({ path, answer: '401 identity_mismatch' })
    }
  })
})

describe('each kind of guard is seen red when it lets everything pass', () => {
  // It isn't whose they are, but the role that is asked for.
  const needsRole = ({ call }: Cell) =>
    /\/admin\/|^POST .*\/sample-data$|^DELETE \/api\/messages\/:id$/.test(call)
  const cellsOf: Partial<Record<GuardName, (cell: Cell) => boolean>> = {
    session: ({ expected }) => expected === '401 unauthenticated',
    ban: (cell) => cell.expected === '403 banned' && !isCheckedInTheWrite(cell),
    profile: (cell) => cell.expected === '403 profile_incomplete' && !needsRole(cell),
    ownership: (cell) => cell.expected === '403 forbidden' && !needsRole(cell),
  }

  test.each(Object.entries(cellsOf))('%s', async (name, belongs) => {
    const app = await startMatrixApp(new Set([name as GuardName]))
    try {
      const guarded = cells.filter(belongs)
      expect(guarded.length).toBeGreaterThan(0)
      for (const cell of guarded) {
        const { actual } = await playCell(app, cell)
        expect({ ...cell, actual }).not.toEqual({ ...cell, actual: cell.expected })
      }
    } finally {
      await app.close()
    }
  })

  test('origin and identity', async () => {
    const app = await startMatrixApp(new Set<GuardName>(['origin', 'identity']))
    try {
      const mia = await signIn(app, 'mia-open', cast.mia)
      const evil = await request(app, 'DELETE /api/auth/session', {
        headers: { origin: 'https://evil.example' },
      })
      expect(inWords(evil)).toBe('204')
      const claimed = await request(app, 'GET /api/auth/user', {
        as: mia,
        headers: { 'firebase-uid': 'someone' },
      })
      expect(inWords(claimed)).toBe('200')
    } finally {
      await app.close()
    }
  })
})

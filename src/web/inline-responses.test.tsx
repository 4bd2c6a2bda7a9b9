// Responses that the page brought along: each is used once, by its viewer, while it is new.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roomCalls } from '#features/rooms/contract.ts'
import { inlineResponsesId, type InlineResponses } from '#shared/inline-responses.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'

const days = ['2026-11-19', '2026-11-20', '2026-11-21'] as const

let server: FakeServer
let read: (date: string) => Promise<{ count: number }>
let resetPage: () => void
let takeSignedOut: () => boolean
beforeEach(async () => {
  const responses: InlineResponses = {
    serverTimeMs: Date.now(),
    isSignedOut: true,
    byPath: Object.fromEntries(days.map((day) => [`/api/meditation/online-count/${day}`, { count: 7 }])),
  }
  const block = document.createElement('script')
  Object.assign(block, {
    id: inlineResponsesId,
    type: 'application/json',
    textContent: JSON.stringify(responses),
  })
  document.body.append(block)
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  server = startFakeServer()
  server.respond(roomCalls.onlineCountOf, { count: 8 })
  // Each test gets a new page.
  vi.resetModules()
  const page = await import('./call.ts')
  read = (date) => page.call(roomCalls.onlineCountOf, { params: { date } })
  resetPage = (await import('./reset-page.ts')).resetPage
  takeSignedOut = (await import('./inline-responses.ts')).takeSignedOut
})
afterEach(() => {
  vi.restoreAllMocks()
  document.getElementById(inlineResponsesId)?.remove()
})

test('[SHELL-31] each response spares its first read the request, until the page is reset for another member', async () => {
  expect(await read(days[0])).toEqual({ count: 7 })
  expect(server.calls).toEqual([])
  expect(await read(days[0])).toEqual({ count: 8 })
  expect(await read(days[1])).toEqual({ count: 7 })
  resetPage()
  expect(await read(days[2])).toEqual({ count: 8 })
})

test('[SHELL-31] after half a minute the responses are out of date', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(30_001)
  expect(await read(days[0])).toEqual({ count: 8 })
  expect(takeSignedOut()).toBe(false)
})

test('[SHELL-31] a page sent without a session says so once, since a sign-in may follow', () => {
  expect(takeSignedOut()).toBe(true)
  expect(takeSignedOut()).toBe(false)
})

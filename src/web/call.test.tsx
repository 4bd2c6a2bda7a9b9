// HTTP calls and their hooks: requests, errors, and when they refetch.
import { focusManager, onlineManager } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { energyCalls, type MoodEntry } from '#features/energy/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { withQueryClient } from '#test/web/render-screen.tsx'
import { call, isCallError, setSignedInUid } from './call.ts'
import { queryKeyOf, useCall, useCallMutation } from './use-call.ts'

const entry: MoodEntry = {
  id: 1,
  userId: 7,
  sessionDate: '2026-11-21',
  emotionLevel: 6,
  moodType: 'pre',
  notes: null,
  comment: null,
  createdAt: '2026-11-21T18:00:00.000Z',
  isSample: false,
  sittingId: null,
  reflectionOptIn: false,
}
const { sessionDate, emotionLevel, moodType, notes, comment } = entry
const sent = { sessionDate, emotionLevel, moodType, notes, comment }

afterEach(() => setSignedInUid(null))

describe('a call', () => {
  test('[API-01] sends its method, a JSON body if any, and the signed-in uid', async () => {
    const server = startFakeServer()
    server.respond(energyCalls.saveEntry, entry)
    server.respond(roomCalls.onlineCountOf, { count: 2 })
    setSignedInUid('uid-mia')
    await call(energyCalls.saveEntry, { body: sent })
    await call(roomCalls.onlineCountOf, { params: { date: '2026-11-21' } })
    const [save, read] = server.calls
    expect(save).toMatchObject({ method: 'POST', path: '/api/mood/entry', body: sent })
    expect(save?.headers.get('firebase-uid')).toBe('uid-mia')
    expect(save?.headers.get('content-type')).toBe('application/json')
    expect(read).toMatchObject({ method: 'GET', path: '/api/meditation/online-count/2026-11-21' })
    expect(read?.headers.get('content-type')).toBeNull()
    const key = queryKeyOf(roomCalls.onlineCountOf, { params: { date: '2026-11-21' } })
    expect(`/${key.join('/')}`).toBe(read?.path)
    setSignedInUid(null)
    await call(roomCalls.onlineCountOf, { params: { date: '2026-11-21' } })
    expect(server.calls[2]?.headers.get('firebase-uid')).toBeNull()
  })

  test('[API-02] that fails throws ‘status: body’', async () => {
    const server = startFakeServer()
    server.failWith(energyCalls.entries, 'forbidden')
    const error: unknown = await call(energyCalls.entries, {}).catch((thrown: unknown) => thrown)
    expect(isCallError(error) && error.message).toBe(
      '403: {"code":"forbidden","message":"You don’t have permission to do this."}',
    )
    expect(isCallError(error) && error.errorBody?.code).toBe('forbidden')
  })

  test('[API-02] that fails with an empty body throws the status text', async () => {
    startFakeServer()
    globalThis.fetch = async () => new Response('', { status: 502, statusText: 'Bad Gateway' })
    const error: unknown = await call(energyCalls.entries, {}).catch((thrown: unknown) => thrown)
    expect(isCallError(error) && error.message).toBe('502: Bad Gateway')
  })
})

describe('reads', () => {
  test('[API-06] are cached: no refetch on focus, reconnect or mount, and no retry after a failure', async () => {
    const server = startFakeServer()
    server.respond(energyCalls.entries, [entry])
    server.failWith(roomCalls.onlineCount, 'unavailable')
    const wrapper = withQueryClient()
    const useBoth = () => ({
      list: useCall(energyCalls.entries, {}),
      count: useCall(roomCalls.onlineCount, {}),
    })
    const first = renderHook(useBoth, { wrapper })
    await waitFor(() => expect(first.result.current.list.isSuccess).toBe(true))
    await waitFor(() => expect(first.result.current.count.isError).toBe(true))
    act(() => {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
      onlineManager.setOnline(false)
      onlineManager.setOnline(true)
    })
    first.unmount()
    const second = renderHook(useBoth, { wrapper })
    await waitFor(() => expect(second.result.current.list.data).toEqual([entry]))
    focusManager.setFocused(undefined)
    expect(server.count(energyCalls.entries)).toBe(1)
    expect(server.count(roomCalls.onlineCount)).toBe(1)
  })

  test('[AUTH-18] of the current user are cached by uid', async () => {
    const server = startFakeServer()
    server.respond(roomCalls.onlineCount, { count: 1 }, { count: 2 })
    const hook = renderHook((cachedBy: string) => useCall(roomCalls.onlineCount, {}, { cachedBy }), {
      wrapper: withQueryClient(),
      initialProps: 'mia',
    })
    await waitFor(() => expect(hook.result.current.data).toEqual({ count: 1 }))
    hook.rerender('mo')
    expect(hook.result.current.data).toBeUndefined()
    await waitFor(() => expect(hook.result.current.data).toEqual({ count: 2 }))
    hook.rerender('mia')
    expect(hook.result.current.data).toEqual({ count: 1 })
    expect(queryKeyOf(roomCalls.onlineCount, {}, 'mia').at(-1)).toBe('mia')
  })

  test('[API-07] of a list are refetched after a mutation; a failed mutation is not retried', async () => {
    const server = startFakeServer()
    server.respond(energyCalls.entries, [], [entry])
    const hook = renderHook(
      () => ({
        list: useCall(energyCalls.entries, {}),
        save: useCallMutation(energyCalls.saveEntry, { refetch: [energyCalls.entries] }),
      }),
      { wrapper: withQueryClient() },
    )
    await waitFor(() => expect(hook.result.current.list.data).toEqual([]))
    server.respond(energyCalls.saveEntry, entry)
    act(() => hook.result.current.save.mutate({ body: sent }))
    await waitFor(() => expect(hook.result.current.list.data).toEqual([entry]))
    server.failWith(energyCalls.saveEntry, 'unavailable')
    act(() => hook.result.current.save.mutate({ body: sent }))
    await waitFor(() => expect(hook.result.current.save.isError).toBe(true))
    expect(server.count(energyCalls.saveEntry)).toBe(2)
    expect(server.count(energyCalls.entries)).toBe(2)
  })

  test('[API-07] a mutation that gets 404 or 409 refetches the list; stale reads elsewhere are evicted', async () => {
    const server = startFakeServer()
    server.respond(energyCalls.entries, [])
    server.respond(roomCalls.onlineCount, { count: 1 })
    const wrapper = withQueryClient()
    const elsewhere = () => renderHook(() => useCall(roomCalls.onlineCount, {}), { wrapper })
    const hook = renderHook(
      () => ({
        list: useCall(energyCalls.entries, {}),
        save: useCallMutation(energyCalls.saveEntry, {
          refetch: [energyCalls.entries],
          evict: [roomCalls.onlineCount],
        }),
      }),
      { wrapper },
    )
    const first = elsewhere()
    await waitFor(() => expect(first.result.current.isSuccess).toBe(true))
    first.unmount()
    for (const [at, code] of (['not_found', 'changed_meanwhile'] as const).entries()) {
      server.failWith(energyCalls.saveEntry, code)
      act(() => hook.result.current.save.mutate({ body: sent }))
      await waitFor(() => expect(server.count(energyCalls.entries)).toBe(at + 2))
    }
    const second = elsewhere()
    expect(second.result.current.data).toEqual({ count: 1 })
    second.unmount()
    server.respond(energyCalls.saveEntry, entry)
    await act(() => hook.result.current.save.mutateAsync({ body: sent }))
    server.respond(roomCalls.onlineCount, { count: 2 })
    const third = elsewhere()
    await waitFor(() => expect(third.result.current.data).toEqual({ count: 2 }))
    expect(server.count(roomCalls.onlineCount)).toBe(2)
  })
})

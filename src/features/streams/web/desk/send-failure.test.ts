import { expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { call } from '#web/call.ts'
import { streamsCalls } from '../../contract.ts'
import { streamErrors } from '../../errors.ts'
import { sendFailureOf } from './send-failure.ts'

const endpoint: Endpoint = streamsCalls.endStream
const failureOf = async (prepare: (server: ReturnType<typeof startFakeServer>) => void) => {
  prepare(startFakeServer())
  return call(streamsCalls.endStream, { params: { id: '1' } }).then(() => null, sendFailureOf)
}

test.each([
  ['unauthenticated', { kind: 'stop', reason: 'signed-out' }],
  ['forbidden', { kind: 'stop', reason: 'forbidden' }],
  ['not_found', { kind: 'stop', reason: 'gone' }],
  [streamErrors.stream_not_yours, { kind: 'stop', reason: 'spoken-elsewhere' }],
  [streamErrors.stream_ended, { kind: 'stop', reason: 'ended' }],
  [streamErrors.stream_too_early, { kind: 'stop', reason: 'too-early' }],
  [streamErrors.stream_gap, { kind: 'resync' }],
  [streamErrors.stream_format, { kind: 'skip' }],
  ['payload_too_large', { kind: 'skip' }],
  ['internal', { kind: 'again', afterMs: null }],
] as const)('[STREAM-29] after %o', async (error, expected) => {
  expect(await failureOf((server) => server.failWith(endpoint, error))).toEqual(expected)
})

test('[STREAM-29] without a connection it is the same again', async () => {
  expect(await failureOf((server) => server.failConnection(endpoint))).toEqual({
    kind: 'again',
    afterMs: null,
  })
})

// Sample endpoints on a bare server, to test how endpoints are mounted.
import { EventEmitter } from 'node:events'
import Fastify, { type FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { appError } from '#server/app-error.ts'
import { createInProcessBus } from '#server/bus/bus.ts'
import type { Config } from '#server/config/config.ts'
import type { Caller, Platform } from '#server/context.ts'
import { mountCalls, defineRoutes } from '#server/http/calls.ts'
import { allGuards } from '#server/http/guards.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { registerCompression, created } from '#server/http/response.ts'
import { endpoint, perHour } from '#shared/endpoint.ts'
import type { Persona } from '#shared/roles.ts'
import { createTestClock } from '#test/clock.ts'

const sampleCalls = {
  open: endpoint({
    method: 'POST',
    path: '/api/trial/open',
    needs: 'public',
    body: z.strictObject({ word: z.string() }),
    response: z.object({ word: z.string() }),
  }),
  members: endpoint({
    method: 'POST',
    path: '/api/trial/members/:id',
    needs: 'chat.speak',
    params: z.object({ id: z.coerce.number().check(z.int()) }),
    body: z.strictObject({ word: z.string() }),
    response: z.object({ id: z.int() }),
    limits: [{ per: 'caller', perMinute: 3, burst: 3 }],
  }),
  moderators: endpoint({
    method: 'GET',
    path: '/api/trial/moderators',
    needs: 'chat.moderate',
    response: z.object({ ok: z.boolean() }),
  }),
  admins: endpoint({
    method: 'DELETE',
    path: '/api/trial/admins',
    needs: 'community.administer',
    response: z.null(),
  }),
  small: endpoint({
    method: 'PUT',
    path: '/api/trial/small',
    needs: 'public',
    body: z.object({ text: z.string() }),
    response: z.null(),
    bodyMaxBytes: 100,
  }),
  beacon: endpoint({
    method: 'POST',
    path: '/api/trial/beacon',
    needs: 'public',
    body: z.strictObject({ seconds: z.int() }),
    response: z.null(),
    bodyMaxBytes: 100,
    isBeacon: true,
  }),
  deep: endpoint({
    method: 'POST',
    path: '/api/trial/deep',
    needs: 'public',
    body: z.object({ tree: z.unknown() }),
    response: z.null(),
  }),
  twice: endpoint({
    method: 'GET',
    path: '/api/trial/twice',
    needs: 'public',
    response: z.object({ ok: z.boolean() }),
    limits: [
      { per: 'address', perMinute: 60, burst: 2 },
      { per: 'address', ...perHour(3) },
    ],
  }),
  careful: endpoint({
    method: 'POST',
    path: '/api/trial/careful/:word',
    needs: 'public',
    params: z.object({ word: z.string() }),
    body: z.strictObject({ word: z.string() }),
    response: z.object({ ok: z.boolean() }),
    bodyMaxBytes: 100,
    limits: [
      { per: 'address', counts: 'carried-out', perMinute: 1, burst: 2 },
      { per: 'address', counts: 'refused', perMinute: 1, burst: 6 },
    ],
  }),
  long: endpoint({
    method: 'GET',
    path: '/api/trial/long/:count',
    needs: 'chat.read',
    params: z.object({ count: z.coerce.number().check(z.int()) }),
    response: z.array(z.object({ word: z.string() })),
    isCompressed: true,
  }),
  late: endpoint({
    method: 'POST',
    path: '/api/trial/late',
    needs: 'public',
    body: z.strictObject({ word: z.string() }),
    response: z.object({ word: z.string() }),
  }),
  broken: endpoint({
    method: 'GET',
    path: '/api/trial/broken',
    needs: 'public',
    response: z.object({ ok: z.boolean() }),
  }),
}

/** Emits 'call' with its context and the functions that end it, for each call of /api/trial/late. */
export const lateCalls = new EventEmitter()

const sampleRoutes = defineRoutes(sampleCalls, {
  open: async (_, { body }) => created({ word: body.word, secret: 'not declared' }),
  members: async (_, { params }) => ({ id: params.id }),
  moderators: async () => ({ ok: true }),
  admins: async () => null,
  small: async () => null,
  beacon: async () => null,
  deep: async () => null,
  twice: async () => ({ ok: true }),
  careful: async (_, { params, body }) => {
    if (params.word !== body.word) throw appError('not_found')
    return { ok: true }
  },
  long: async (_, { params }) =>
    Array.from({ length: params.count }, (_unused, index) => ({
      word: `calm ${index}`,
      secret: 'not declared',
    })),
  late: (context) => new Promise((resolve, reject) => lateCalls.emit('call', { context, resolve, reject })),
  broken: async () => {
    throw new Error('a secret of the database')
  },
})

const origin = 'http://stillwater.test'
export const sampleClock = createTestClock()

/** In these tests the session token is the name of the role. */
function callerOf(persona: Persona | null, address: string): Caller {
  if (persona === null) return { persona: 'anonymous', session: null, user: null, address }
  const session = {
    id: 1,
    provider: 'trial',
    uid: `uid-${persona}`,
    email: 'a@b.example',
    name: 'A',
    emailVerified: true,
    aliveUntilMs: Infinity,
  }
  if (persona === 'identified') return { persona, session, user: null, address }
  const user = {
    id: 7,
    uid: session.uid,
    name: 'A',
    email: 'a@b.example',
    pendingEmail: null,
    profilePicture: null,
    isAdmin: persona === 'admin',
    isGardenAngel: persona === 'gardenAngel',
    mayHost: persona === 'host',
    isBanned: persona === 'banned',
    bannedReason: persona === 'banned' ? 'Unkind words' : null,
    bannedReasonEntry: null,
    bannedUntil: null,
    profileCompleted: persona !== 'incomplete',
    isUnlisted: false,
    language: null,
    termsVersion: null,
    emailCorrectedAt: null,
    createdAt: '2026-11-21T18:00:00.000Z',
  }
  return { persona, session, user, address }
}

/** Starts the bare server; test it by `inject`. With `bannedFor` every caller's address is banned. */
export async function startSampleServer(
  enabledGuards = allGuards,
  limitsExempt = '',
  bannedFor: string | null = null,
  { trustedProxies = '', openRequestsMax = 500 } = {},
): Promise<FastifyInstance> {
  const app = Fastify()
  const platform = {
    config: {
      publicUrl: origin,
      allowedOrigins: [origin],
      trustsOwnHost: false,
      trustedProxies: parseRanges(trustedProxies),
      limitsExempt: parseRanges(limitsExempt),
    },
    clock: sampleClock,
    bus: createInProcessBus('trial'),
    community: { settings: () => ({ joining: 'open' }) },
    log: app.log,
  } as unknown as Platform & { config: Config }
  await registerCompression(app)
  mountCalls(app, {
    platform,
    limiter: createRateLimiter(sampleClock),
    authenticate: async (token, address) => callerOf(token as Persona | null, address),
    bannedAddresses: { reasonFor: () => bannedFor },
    routes: [sampleRoutes],
    enabledGuards,
    openRequestsMax,
  })
  await app.ready()
  return app
}

interface SampleRequest {
  as?: Persona
  body?: unknown
  headers?: Record<string, string>
  on: FastifyInstance
}

/** Makes a request in a given role and parses the JSON of its response. */
export async function requestSample(call: string, { as, body, headers = {}, on }: SampleRequest) {
  const [method, url = '/'] = call.split(' ')
  const response = await on.inject({
    method: method as 'GET',
    url,
    headers: { origin, ...(as ? { cookie: `sid=${as}` } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const text = response.body
  const json =
    text === ''
      ? null
      : (JSON.parse(text) as { code?: string; message?: string; reason?: string; issues?: unknown })
  return { status: response.statusCode, body: json, headers: response.headers }
}

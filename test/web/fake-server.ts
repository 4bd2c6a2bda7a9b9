// Fakes the server for screen tests, typed by the contract: a response that the contract forbids doesn't compile.
import { onTestFinished } from 'vitest'
import type * as z from 'zod/mini'
import { errorSpecOf, type AnyError } from '#shared/common-errors.ts'
import type { SentResponseOf, Endpoint } from '#shared/endpoint.ts'
import type { ErrorBody } from '#shared/error-body.ts'

export interface FakeCall {
  method: string
  /** With its query string. */
  path: string
  headers: Headers
  body: unknown
}

interface QueuedResponse {
  status: number
  body: unknown
  headers?: Record<string, string>
  /** Delays the response until this settles. */
  after?: Promise<void>
}

interface PageInfo {
  total: number
  page?: number
}

export interface FakeServer {
  /** The calls made so far, in order. */
  calls: FakeCall[]
  /** How often an endpoint was called. */
  count(endpoint: Endpoint): number
  /** Sets the responses of an endpoint, used one after another; the last one repeats. */
  respond<E extends Endpoint>(endpoint: E, ...responses: [SentResponseOf<E>, ...SentResponseOf<E>[]]): void
  /** Sets one page of a list as the response, with the total number of rows. */
  respondPage<E extends Endpoint>(endpoint: E, rows: SentResponseOf<E>, page: PageInfo): void
  /** Sets an error as the response. */
  failWith(endpoint: Endpoint, error: AnyError, extra?: Partial<ErrorBody>): void
  /** Responds with 429 and a `retry-after` once, and then with this. */
  respondInLine<E extends Endpoint>(endpoint: E, retryAfterSeconds: number, response: SentResponseOf<E>): void
  /** Makes the endpoint's requests fail without a response, as without a connection. */
  failConnection(endpoint: Endpoint): void
  /** Delays the response (for a list: this page) until the returned function is called. */
  respondLater<E extends Endpoint>(endpoint: E, response: SentResponseOf<E>, page?: PageInfo): () => void
}

type Route = { endpoint: Endpoint; replies: (QueuedResponse | 'lost')[] }

/** Replaces `fetch` until the running test ends. A call without a prepared response fails the test. */
export function startFakeServer(): FakeServer {
  const realFetch = globalThis.fetch
  const routes: Route[] = []
  const calls: FakeCall[] = []
  const unexpected: string[] = []
  const route = (endpoint: Endpoint, ...replies: Route['replies']) => {
    routes.unshift({ endpoint, replies })
  }
  globalThis.fetch = async (input, init) => {
    const call = readCall(input, init)
    calls.push(call)
    const matching = routes.find(({ endpoint }) => matchesEndpoint(endpoint, call))
    if (!matching) unexpected.push(`${call.method} ${call.path}`)
    const reply = matching && (matching.replies.length > 1 ? matching.replies.shift() : matching.replies[0])
    if (!reply || reply === 'lost') throw new TypeError('Failed to fetch')
    await reply.after
    const text = reply.body === null && reply.status === 204 ? null : JSON.stringify(reply.body)
    const headers = { 'content-type': 'application/json', ...reply.headers }
    return new Response(text, { status: reply.status, headers })
  }
  onTestFinished(() => {
    globalThis.fetch = realFetch
    const missing = unexpected.splice(0)
    if (missing.length > 0) throw new Error(`Calls without a prepared response: ${missing.join(', ')}`)
  })
  return {
    calls,
    count: (endpoint) => calls.filter((call) => matchesEndpoint(endpoint, call)).length,
    respond: (endpoint, ...responses) => route(endpoint, ...responses.map(reply)),
    respondPage: (endpoint, rows, page) => route(endpoint, { ...reply(rows), headers: pageHeaders(page) }),
    failWith: (endpoint, error, extra = {}) => {
      const { code, status, message } = errorSpecOf(error)
      route(endpoint, { status, body: { code, message, ...extra } })
    },
    respondInLine: (endpoint, retryAfterSeconds, response) => {
      const { status, message } = errorSpecOf('rate_limited')
      const headers = { 'retry-after': String(retryAfterSeconds) }
      route(endpoint, { status, body: { code: 'rate_limited', message }, headers }, reply(response))
    },
    failConnection: (endpoint) => route(endpoint, 'lost'),
    respondLater: (endpoint, response, page) => {
      const { promise, resolve } = withResolvers()
      route(endpoint, { ...reply(response), ...(page && { headers: pageHeaders(page) }), after: promise })
      return resolve
    },
  }
}

function pageHeaders({ total, page }: PageInfo): Record<string, string> {
  return { 'x-total-count': String(total), ...(page === undefined ? {} : { 'x-page': String(page) }) }
}

function reply(response: z.input<z.core.$ZodType>): QueuedResponse {
  return { status: response === null ? 204 : 200, body: response }
}

function readCall(input: string | URL | Request, init: RequestInit = {}): FakeCall {
  const { body } = init
  return {
    method: init.method ?? 'GET',
    path: input instanceof Request ? input.url : String(input),
    headers: new Headers(init.headers),
    body: typeof body === 'string' ? JSON.parse(body) : body instanceof Blob ? body : undefined,
  }
}

function matchesEndpoint({ method, path }: Endpoint, call: FakeCall): boolean {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?.*)?$`)
  return method === call.method && pattern.test(call.path)
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

// Answers a screen's calls in tests, by the contract alone: an answer that the contract doesn't allow doesn't compile.
import type * as z from 'zod/mini'
import type { Answer, Endpoint } from '#shared/endpoint.ts'
import type { ErrorBody } from '#shared/error-body.ts'
import { errorCatalogue, type ErrorCode } from '#shared/error-catalogue.ts'
import { onTestFinished } from 'vitest'

export interface FakeCall {
  method: string
  /** With its query. */
  path: string
  headers: Headers
  body: unknown
}

interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
  /** Waits for it before the answer goes out. */
  after?: Promise<void>
}

interface PageOf {
  total: number
  page?: number
}

export interface FakeServer {
  /** What has been asked so far, in order. */
  calls: FakeCall[]
  /** How often a call was made. */
  count(endpoint: Endpoint): number
  /** From now on the call gets these answers, one after another, the last one again and again. */
  answer<E extends Endpoint>(endpoint: E, ...answers: [Answer<E>, ...Answer<E>[]]): void
  /** From now on the call gets this page of a list, out of so many in all. */
  answerPage<E extends Endpoint>(endpoint: E, rows: Answer<E>, of: PageOf): void
  /** From now on the call is refused. */
  refuse(endpoint: Endpoint, code: ErrorCode, extra?: Partial<ErrorBody>): void
  /** From now on the call gets no answer at all, as without a connection. */
  lose(endpoint: Endpoint): void
  /** From now on the call is answered so, of a list with a page, only when the function that this returns is called. */
  hold<E extends Endpoint>(endpoint: E, answer: Answer<E>, of?: PageOf): () => void
}

type Route = { endpoint: Endpoint; replies: (Reply | 'lost')[] }

/** Takes the place of `fetch` until the running test ends. A call that nobody prepared fails the test. */
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
    const found = routes.find(({ endpoint }) => isFor(endpoint, call))
    if (!found) unexpected.push(`${call.method} ${call.path}`)
    const reply = found && (found.replies.length > 1 ? found.replies.shift() : found.replies[0])
    if (!reply || reply === 'lost') throw new TypeError('Failed to fetch')
    await reply.after
    const text = reply.body === null && reply.status === 204 ? null : JSON.stringify(reply.body)
    const headers = { 'content-type': 'application/json', ...reply.headers }
    return new Response(text, { status: reply.status, headers })
  }
  onTestFinished(() => {
    globalThis.fetch = realFetch
    const missing = unexpected.splice(0)
    if (missing.length > 0) throw new Error(`Calls that nobody prepared: ${missing.join(', ')}`)
  })
  return {
    calls,
    count: (endpoint) => calls.filter((call) => isFor(endpoint, call)).length,
    answer: (endpoint, ...answers) => route(endpoint, ...answers.map(reply)),
    answerPage: (endpoint, rows, of) => route(endpoint, { ...reply(rows), headers: pageHeaders(of) }),
    refuse: (endpoint, code, extra = {}) => {
      const { status, message } = errorCatalogue[code]
      route(endpoint, { status, body: { code, message, ...extra } })
    },
    lose: (endpoint) => route(endpoint, 'lost'),
    hold: (endpoint, answer, of) => {
      const { promise, resolve } = withResolvers()
      route(endpoint, { ...reply(answer), ...(of && { headers: pageHeaders(of) }), after: promise })
      return resolve
    },
  }
}

function pageHeaders({ total, page }: PageOf): Record<string, string> {
  return { 'x-total-count': String(total), ...(page === undefined ? {} : { 'x-page': String(page) }) }
}

function reply(answer: z.output<z.core.$ZodType>): Reply {
  return { status: answer === null ? 204 : 200, body: answer }
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

function isFor({ method, path }: Endpoint, call: FakeCall): boolean {
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

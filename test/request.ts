// Requests to a test server, with a session cookie and the server's own Origin by default.
import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { calls } from '#test/gates/all-calls.ts'
import type { TestUser } from '#test/people/people.ts'
import { undeclaredResponse } from '../scripts/api/responses.ts'
import type { TestApp } from './app.ts'

interface RequestOptions {
  as?: TestUser | null
  /** Bytes and strings are sent unchanged, with a content type in the headers unless JSON; other values as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

export interface TestResponse {
  status: number
  // The response may have any shape; each test asserts what it expects.
  body: unknown
  headers: Headers
}

const declaredPaths = calls.map((call) => ({
  call,
  path: new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** Fails when the API reference doesn't declare this response. */
function assertDocumentedResponse(method: string, path: string, { status, body }: TestResponse): void {
  const [pathname = ''] = path.split('?', 1)
  const call = declaredPaths.find(
    (candidate) => candidate.call.method === method && candidate.path.test(pathname),
  )?.call
  const issue = call ? undeclaredResponse(call, status, body) : null
  if (issue !== null) throw new Error(issue)
}

function encodeBody(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 })

/** A request as sent, and the text of its response. */
interface Exchange {
  method: string
  path: string
  headers: Record<string, string>
  sent: string | Uint8Array | undefined
  text: string
}

const listeners = new Set<(exchange: Exchange) => void>()

/** Passes every request from now on to `listener`. Returns the function that stops it. */
export function onRequests(listener: (exchange: Exchange) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sends a request. With fetch, tens of thousands of them took 1.6 times the processor time, the server's included. */
async function send(
  url: string,
  { method, headers, body }: Pick<Exchange, 'method' | 'headers'> & { body: Exchange['sent'] },
): Promise<IncomingMessage> {
  const outgoing = httpRequest(url, { method, headers, agent })
  // Node announces no body of a DELETE by itself.
  if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body))
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return response
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await once(response, 'end')
  return text
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  }
  return headers
}

/** Makes a request and parses the JSON of its response; null for an empty body. */
export async function request(
  app: TestApp,
  call: `${'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'} /${string}`,
  { as = null, body, headers = {} }: RequestOptions = {},
): Promise<TestResponse> {
  const [method = 'GET', path = '/'] = call.split(' ', 2)
  const sent = body === undefined ? undefined : encodeBody(body)
  const allHeaders = {
    origin: app.url,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(as ? { cookie: as.cookie } : {}),
    ...headers,
  }
  const response = await send(`${app.url}${path}`, { method, headers: allHeaders, body: sent })
  const text = await textOf(response)
  for (const listener of listeners) listener({ method, path, headers: allHeaders, sent, text })
  const isJson = response.headers['content-type']?.startsWith('application/json') ?? false
  const result: TestResponse = {
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    body: isJson ? JSON.parse(text) : text || null,
  }
  assertDocumentedResponse(method, path, result)
  return result
}

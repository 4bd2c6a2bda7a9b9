// Requests to a test server, with a session cookie and the server's own Origin by default.
import { Agent, request as sendHttp, type IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { undeclaredResponse } from '../scripts/api/responses.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './cast.ts'
import { calls } from './gates/all-calls.ts'

interface RequestOptions {
  as?: TestUser | null
  /** Bytes and strings are sent unchanged, with a content type in the headers unless JSON; other values as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

export interface TestResponse {
  status: number
  // The answer may have any shape; each test asserts what it expects.
  body: unknown
  headers: Headers
}

const declaredPaths = calls.map((call) => ({
  call,
  path: new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** Fails when the API reference doesn't declare this answer. */
function assertDocumentedAnswer(method: string, path: string, { status, body }: TestResponse): void {
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

/** A request as sent, with the text of its answer. */
interface Exchange {
  method: string
  path: string
  /** The Cookie header; empty without one. */
  cookie: string
  sent: string
  text: string
}

let onExchange: ((exchange: Exchange) => void) | null = null

/** Shows every further request of this worker to `listener`, until the returned function is called. */
export function recordExchanges(listener: (exchange: Exchange) => void): () => void {
  onExchange = listener
  return () => {
    onExchange = null
  }
}

// In tests of a thousand requests, fetch takes more CPU than the server.
const agent = new Agent({ keepAlive: true })

/** Sends what fetch would send. */
async function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: string | Uint8Array | undefined,
): Promise<{ response: IncomingMessage; text: string }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    sendHttp(url, {
      agent,
      method,
      headers: {
        accept: '*/*',
        'accept-language': '*',
        'sec-fetch-mode': 'cors',
        'user-agent': 'node',
        'accept-encoding': 'gzip, deflate',
        ...length,
        ...headers,
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body)
  })
  const isCompressed = response.headers['content-encoding'] === 'gzip' && method !== 'HEAD'
  // The reader gets the error of a broken response.
  const content = isCompressed ? pipeline(response, createGunzip(), () => undefined) : response
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  return { response, text: new TextDecoder().decode(Buffer.concat(chunks)) }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

/** Makes a request and parses the JSON of its answer; null for an empty body. Redirects are not followed. */
export async function request(
  app: TestApp,
  call: `${'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'} /${string}`,
  { as = null, body, headers = {} }: RequestOptions = {},
): Promise<TestResponse> {
  const [method = 'GET', path = '/'] = call.split(' ', 2)
  const encoded = body === undefined ? undefined : encodeBody(body)
  const sentHeaders: Record<string, string> = {
    origin: app.url,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(as ? { cookie: as.cookie } : {}),
    ...headers,
  }
  const { response, text } = await send(new URL(path, app.url), method, sentHeaders, encoded)
  const cookie = sentHeaders['cookie'] ?? ''
  onExchange?.({ method, path, cookie, sent: typeof encoded === 'string' ? encoded : '', text })
  const isJson = response.headers['content-type']?.startsWith('application/json') ?? false
  const result: TestResponse = {
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    body: isJson ? JSON.parse(text) : text || null,
  }
  assertDocumentedAnswer(method, path, result)
  return result
}

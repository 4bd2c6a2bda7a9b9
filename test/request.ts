// Requests to a test server, with a session cookie and the server's own Origin by default.
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

function encodeBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

/** Makes a request and parses the JSON of its response; null for an empty body. */
export async function request(
  app: TestApp,
  call: `${'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'} /${string}`,
  { as = null, body, headers = {} }: RequestOptions = {},
): Promise<TestResponse> {
  const [method = 'GET', path = '/'] = call.split(' ', 2)
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      origin: app.url,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(as ? { cookie: as.cookie } : {}),
      ...headers,
    },
    // Redirects are returned, not followed.
    redirect: 'manual',
    ...(body === undefined ? {} : { body: encodeBody(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const result: TestResponse = {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text || null,
  }
  assertDocumentedResponse(method, path, result)
  return result
}

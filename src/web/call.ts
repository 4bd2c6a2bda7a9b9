// HTTP client: sends calls declared as endpoints and throws a `CallError` for a response that isn't OK.
import * as z from 'zod/mini'
import {
  pathOf,
  type ResponseOf,
  type Endpoint,
  type EndpointInput,
  type LooseInput,
} from '#shared/endpoint.ts'
import { errorBodySchema, type ErrorBody } from '#shared/error-body.ts'
import { currentLocale } from '#shared/i18n/t.ts'
import { takeInlineResponse } from './inline-responses.ts'
import { createPageStore } from './page-store.ts'
import { timeRequest } from './server-clock.ts'

/** A failed call. Its message is 'status: body', or the status text for an empty body (API-02). */
export interface CallError extends Error {
  readonly status: number
  /** The error body that the server sent; null without one. */
  readonly errorBody: ErrorBody | null
  /** When the server's limits allow another try, in milliseconds; null if the response didn't say. */
  readonly retryAfterMs?: number | null
}

/** Whether a thrown value is a failed call. A lost connection is not one. */
export function isCallError(thrown: unknown): thrown is CallError {
  return thrown instanceof Error && 'status' in thrown && 'errorBody' in thrown
}

/**
 * The uid of the signed-in identity, which calls send in the header firebase-uid (API-01). Null while signed out; it
 * survives the expiry of the session.
 */
export const { get: getSignedInUid, set: setSignedInUid } = createPageStore<string | null>('member', null)

interface CallOptions {
  signal?: AbortSignal
  /** Idempotency key: the server runs a call with this key once. Only for endpoints declared idempotent. */
  idempotencyKey?: string
  /** Lets the request outlive the page. */
  keepalive?: true
  /** Of a call with a `tokenHeader`: sent in place of the session. */
  token?: string
}

/** Makes a call. Throws a {@link CallError} for a response that isn't OK, and fetch's error without a response. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  return (await callWithHeaders(endpoint, input, options)).output
}

/** Like {@link call}, with the response headers, in which a list sends its totals. */
export async function callWithHeaders<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { signal, idempotencyKey, keepalive, token }: CallOptions = {},
): Promise<{ output: ResponseOf<E>; headers: Headers }> {
  const { body } = input as LooseInput
  const path = pathOf(endpoint, input)
  const inline = endpoint.method === 'GET' ? inlineResponse(endpoint, input) : undefined
  if (inline !== undefined) return { output: inline, headers: new Headers() }
  const { tokenHeader } = endpoint
  const uid = tokenHeader === undefined ? getSignedInUid() : null
  const sampleClock = timeRequest()
  const response = await fetch(path, {
    method: endpoint.method,
    credentials: tokenHeader === undefined ? 'same-origin' : 'omit',
    headers: {
      'accept-language': currentLocale(),
      ...(body === undefined ? {} : { 'content-type': isFile(body) ? body.type : 'application/json' }),
      ...(uid === null ? {} : { 'firebase-uid': uid }),
      ...(tokenHeader === undefined || token === undefined ? {} : { [tokenHeader]: token }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: isFile(body) ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  })
  const serverTimeMs = Number(response.headers.get('x-server-time'))
  if (serverTimeMs > 0) sampleClock(serverTimeMs)
  const text = await response.text()
  if (!response.ok) throw createCallError(response, text)
  const output = z.parse(endpoint.response, text === '' ? null : JSON.parse(text)) as ResponseOf<E>
  return { output, headers: response.headers }
}

/** The response that the page brought along, once; undefined without one. */
export function inlineResponse<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): ResponseOf<E> | undefined {
  const inline = takeInlineResponse(pathOf(endpoint, input))
  return inline === undefined ? undefined : (z.parse(endpoint.response, inline) as ResponseOf<E>)
}

function isFile(body: unknown): body is Blob {
  return body instanceof Blob
}

/** Sends a call while the page unloads. It carries no custom header, and its result is lost. */
export function beacon<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): void {
  navigator.sendBeacon(pathOf(endpoint, input), JSON.stringify((input as LooseInput).body))
}

function createCallError(response: Response, text: string): CallError {
  return Object.assign(new Error(`${response.status}: ${text || response.statusText}`), {
    status: response.status,
    errorBody: parseErrorBody(text),
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
  })
}

function parseRetryAfter(seconds: string | null): number | null {
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null
}

function parseErrorBody(text: string): ErrorBody | null {
  try {
    const result = z.safeParse(errorBodySchema, JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

// How the browser makes a declared call, and what it throws when the answer isn't OK.
import * as z from 'zod/mini'
import type { Answer, Endpoint, EndpointInput } from '#shared/endpoint.ts'
import { errorBodySchema, type ErrorBody } from '#shared/error-body.ts'
import { syncServerClock } from './server-clock.ts'

/** A call that failed. Its message is 'status: body', or the status text for an empty body (API-02). */
export interface CallError extends Error {
  readonly status: number
  /** The server's own words, when it gave any. */
  readonly refusal: ErrorBody | null
}

/** Whether something thrown is a failed call; a lost connection is not one. */
export function isCallError(thrown: unknown): thrown is CallError {
  return thrown instanceof Error && 'status' in thrown && 'refusal' in thrown
}

let signedInUid: string | null = null

/** Names the signed-in identity, whose uid goes along as the header firebase-uid (API-01). */
export function setSignedInUid(uid: string | null): void {
  signedInUid = uid
}

/** The uid of the signed-in identity, null while nobody is. */
export function getSignedInUid(): string | null {
  return signedInUid
}

/** The loose form in which an input is read; {@link EndpointInput} has made sure of its shape. */
interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/** The address of a call with its parameters filled in. */
export function pathOf<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): string {
  const { params, query } = input as LooseInput
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const given = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}

interface CallOptions {
  signal?: AbortSignal
  /** Under which the call may be made again and does nothing again, if it is declared as repeatable. */
  idempotencyKey?: string
}

/** Makes a call. Throws a {@link CallError} for an answer that isn't OK, and fetch's error when there is none. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  return (await callWithHeaders(endpoint, input, options)).answer
}

/** The same, with the headers in which a list says what its body doesn't. */
export async function callWithHeaders<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<{ answer: Answer<E>; headers: Headers }> {
  const { body } = input as LooseInput
  const sentAtMs = performance.now()
  const response = await fetch(pathOf(endpoint, input), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      ...(body === undefined ? {} : { 'content-type': isFile(body) ? body.type : 'application/json' }),
      ...(signedInUid === null ? {} : { 'firebase-uid': signedInUid }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: isFile(body) ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  const serverTimeMs = Number(response.headers.get('x-server-time'))
  if (serverTimeMs > 0) syncServerClock(serverTimeMs, sentAtMs, performance.now())
  const text = await response.text()
  if (!response.ok) throw createCallError(response, text)
  const answer = z.parse(endpoint.answer, text === '' ? null : JSON.parse(text)) as Answer<E>
  return { answer, headers: response.headers }
}

function isFile(body: unknown): body is Blob {
  return body instanceof Blob
}

/** Makes a call as the page goes away, without a header of ours; what becomes of it is heard by nobody. */
export function beacon<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): void {
  navigator.sendBeacon(pathOf(endpoint, input), JSON.stringify((input as LooseInput).body))
}

function createCallError(response: Response, text: string): CallError {
  return Object.assign(new Error(`${response.status}: ${text || response.statusText}`), {
    status: response.status,
    refusal: parseErrorBody(text),
  })
}

function parseErrorBody(text: string): ErrorBody | null {
  try {
    const result = z.safeParse(errorBodySchema, JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

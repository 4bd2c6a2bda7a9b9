// Call declarations: the server mounts them, the browser calls them, and the gates check them.
import * as z from 'zod/mini'
import type { AnyError } from './common-errors.ts'
import { t } from './i18n/t.ts'
import type { Capability } from './roles.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Shape = z.core.$ZodType

/** The response of a deletion. */
export const successSchema = z.object({ success: z.literal(true) })
export const success: z.infer<typeof successSchema> = { success: true }

/** Whether a call did what it's for; an invalid or conflicting one is refused. */
export type CallOutcome = 'carried-out' | 'refused'

/** A token bucket of `burst` tokens that refills at `perMinute`. */
export interface RateLimit {
  /** The bucket's owner: `caller` is the member when signed in, else the address. */
  readonly per: 'caller' | 'address'
  /** Calls with the same bucket name share it; without a name each call has its own. */
  readonly bucket?: string
  /**
   * Counts the calls with this outcome only; all when absent. A call takes its token before its body is read, and
   * returns it after the other outcome. So calls at the same time stay within the limit.
   */
  readonly counts?: CallOutcome
  readonly perMinute: number
  readonly burst?: number
  /** Whether all nodes count together where they have a bus: a limit of guesses. */
  readonly isShared?: true
}

/** JSON body limit in bytes, unless the call declares another. */
export const jsonMaxBytes = 32 * 1024

/** The part of Blob that both runtimes share, as they lack a common type. */
export interface UploadedFile {
  readonly type: string
  readonly size: number
}

/** The body of a call with `fileTypes`: the browser sends a Blob of such a type, the server receives its bytes. */
export const fileSchema = z.custom<Uint8Array, UploadedFile>(
  (value) => value instanceof Uint8Array && value.length > 0,
  { error: () => t('Please choose a file.') },
)

/** `max` per hour, all at once if need be. */
export function perHour(max: number): { perMinute: number; burst: number } {
  return { perMinute: max / 60, burst: max }
}

/** `max` per day, all at once if need be. */
export function perDay(max: number): { perMinute: number; burst: number } {
  return { perMinute: max / (24 * 60), burst: max }
}

export interface Endpoint<
  Path extends string = string,
  Needs extends Capability = Capability,
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
  ResponseSchema extends Shape = Shape,
> {
  readonly method: Method
  /** Path with `:name` parameters, in Fastify's syntax. */
  readonly path: Path
  readonly needs: Needs
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** `nothing` for a call that returns 204. The server sends its input; a page reads its output. */
  readonly response: ResponseSchema
  /** Returns 201 when it created something, and 200 when that existed already. */
  readonly creates?: true
  /** Errors besides those of every call with the same `needs` and input. */
  readonly errors?: readonly AnyError[]
  readonly limits?: readonly RateLimit[]
  /** Rate limits for bodies of more than 32 KB, checked in addition before the body is read. */
  readonly largeBodyLimits?: readonly RateLimit[]
  /** Accepts a file of one of these types instead of JSON; its `body` is `fileSchema`. */
  readonly fileTypes?: readonly string[]
  /** Body limit in bytes; 32 KB when absent. */
  readonly bodyMaxBytes?: number
  /** Maximum count of `{ [ , :` outside of strings in the JSON; 2,000 when absent. */
  readonly jsonTokensMax?: number
  /** Rejects navigation from other sites, although it is a GET. */
  readonly isForOwnPages?: true
  /** While joining isn't open, only for callers with an account: it says something of the days or the members (COM-06). */
  readonly isForOpenJoining?: true
  /**
   * Called by other servers: they send no Origin, and may send a form. The body alone says who asks; a session says nothing.
   */
  readonly isForServers?: true
  /** Also accepts JSON as text/plain, the only type that a beacon sends without a preflight. */
  readonly isBeacon?: true
  /** The header with the token that is the caller's whole credential: no session is read. In lower case. */
  readonly tokenHeader?: string
  /** Compresses long responses. Never set it where another person's text could appear beside a secret. */
  readonly isCompressed?: true
  /** The same response for everyone, with an ETag: a browser that has it gets 304. */
  readonly hasEtag?: true
  /** Response headers with facts about a list, such as its total; in lower case. */
  readonly responseHeaders?: readonly string[]
  /** The page to redirect a browser to on failure, instead of a JSON error. */
  readonly errorRedirect?: string
  /**
   * Tells of help, care or a private choice: it isn't counted, and log lines don't name its path or its caller (T64).
   * The proxies in `ops` cut its path, too.
   */
  readonly isSilent?: true
  /** The parameters of its path are a secret: the proxies in `ops` log its path up to the first one (T85). */
  readonly hasSecretPath?: true
  /** Accepts an Idempotency-Key: a repeat with the same key has no further effect and gets the same response. */
  readonly isIdempotent?: true
}

type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [Key in Name | keyof PathParams<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [Key in Name]: string }
    : Record<never, string>

type AnyShape = Shape | undefined
type ParamsOf<E> = E extends Endpoint<string, Capability, infer P, AnyShape, AnyShape> ? P : never
type QueryOf<E> = E extends Endpoint<string, Capability, AnyShape, infer Q, AnyShape> ? Q : never
type BodyOf<E> = E extends Endpoint<string, Capability, AnyShape, AnyShape, infer B> ? B : never

type ParamsInput<E> =
  E extends Endpoint<infer Path>
    ? keyof PathParams<Path> extends never
      ? { params?: never }
      : { params: PathParams<Path> }
    : never
type QueryInput<E> = QueryOf<E> extends Shape ? { query?: z.input<QueryOf<E>> } : { query?: never }
type BodyInput<E> = BodyOf<E> extends Shape ? { body: z.input<BodyOf<E>> } : { body?: never }

/** The client's input of a call. */
export type EndpointInput<E> = ParamsInput<E> & QueryInput<E> & BodyInput<E>

/** The handler's input, after parsing. */
export interface Parsed<E> {
  params: ParamsOf<E> extends Shape
    ? z.output<ParamsOf<E>>
    : E extends Endpoint<infer Path>
      ? PathParams<Path>
      : never
  query: QueryOf<E> extends Shape ? z.output<QueryOf<E>> : undefined
  body: BodyOf<E> extends Shape ? z.output<BodyOf<E>> : undefined
}

/** The output of a call, as a page reads it. */
export type ResponseOf<E> =
  E extends Endpoint<string, Capability, AnyShape, AnyShape, AnyShape, infer A> ? z.output<A> : never

/** The same as the server sends it. */
export type SentResponseOf<E> =
  E extends Endpoint<string, Capability, AnyShape, AnyShape, AnyShape, infer A> ? z.input<A> : never

/** Declares a call; infers the types of parameters, body and response for client and server. */
export function endpoint<
  const Path extends string,
  const Needs extends Capability,
  A extends Shape,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(declaration: Endpoint<Path, Needs, P, Q, B, A>): Endpoint<Path, Needs, P, Q, B, A> {
  return declaration
}

/** The loose type in which an input is read; {@link EndpointInput} has already checked its shape. */
export interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/** The URL of a call, with its path and query parameters filled in. */
export function pathOf<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): string {
  const { params, query } = input as LooseInput
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const search = Object.entries(query ?? {})
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`]))
    .join('&')
  return search === '' ? path : `${path}?${search}`
}

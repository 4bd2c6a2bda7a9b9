// What a call is: one piece of data that the server mounts, the browser calls and the gates walk.
import * as z from 'zod/mini'
import type { ErrorCode } from './error-catalogue.ts'
import type { Capability } from './roles.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Shape = z.core.$ZodType

/** What a deletion answers. */
export const successSchema = z.object({ success: z.literal(true) })

/** How often a call may be made: a bucket of `burst` tokens that refills with `perMinute`. */
export interface RateLimit {
  /** Whose bucket it is: `caller` is the user when signed in, else the address. */
  readonly per: 'caller' | 'address'
  /** Calls whose limits name the same bucket share it; without a name it is of one call alone. */
  readonly bucket?: string
  readonly perMinute: number
  readonly burst?: number
}

/** Most bytes of JSON that a call accepts, unless it declares more or less. */
export const jsonMaxBytes = 32 * 1024

/** What a Blob is of, which the code of both sides doesn't know by that name. */
export interface UploadedFile {
  readonly type: string
  readonly size: number
}

/** The body of a call with `fileTypes`: the browser sends a Blob of one of them, the server reads its bytes. */
export const fileSchema = z.custom<Uint8Array, UploadedFile>(
  (value) => value instanceof Uint8Array && value.length > 0,
  { error: 'Please choose a file.' },
)

/** So many in an hour, all of them at once if need be. */
export function perHour(max: number): { perMinute: number; burst: number } {
  return { perMinute: max / 60, burst: max }
}

/** So many in a day, all of them at once if need be. */
export function perDay(max: number): { perMinute: number; burst: number } {
  return { perMinute: max / (24 * 60), burst: max }
}

export interface Endpoint<
  Path extends string = string,
  Needs extends Capability = Capability,
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
  Answer extends Shape = Shape,
> {
  readonly method: Method
  /** Path with `:name` parameters, as Fastify reads it. */
  readonly path: Path
  readonly needs: Needs
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** `nothing` for a call that answers 204. */
  readonly answer: Answer
  /** Answers 201 when it has made something; what was there already is answered with 200. */
  readonly makes?: true
  /** What it may refuse besides what every call with such needs and input refuses. */
  readonly refuses?: readonly ErrorCode[]
  readonly limits?: readonly RateLimit[]
  /** Taken besides by a body of more than 32 KB, before it is read. */
  readonly largeBodyLimits?: readonly RateLimit[]
  /** Takes the bytes of a file of one of these types instead of JSON; its `body` is `fileSchema`. */
  readonly fileTypes?: readonly string[]
  /** Bytes accepted; 32 KB when absent. */
  readonly bodyMaxBytes?: number
  /** Most of `{ [ , :` outside of strings in the JSON accepted; 2,000 when absent. */
  readonly jsonTokensMax?: number
  /** Though it only reads, no page of another site may even open it. */
  readonly isForOwnPages?: true
  /** Also takes its JSON as text/plain, the only type in which a browser sends a beacon without asking first. */
  readonly isBeacon?: true
  /** A long answer goes out compressed. Only where no other person's words could stand beside a secret in it. */
  readonly isCompressed?: true
  /** Headers by which a list says what its body doesn't, such as a total; in lower case. */
  readonly answerHeaders?: readonly string[]
  /** Where a browser that opens it as a page is led when it fails, in place of a line of JSON. */
  readonly failsTo?: string
  /** May be made again with the same Idempotency-Key: what it does is done once, and answered alike each time. */
  readonly isRepeatable?: true
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

/** What the browser hands over to make the call. */
export type EndpointInput<E> = ParamsInput<E> & QueryInput<E> & BodyInput<E>

/** What the server's handler gets, after parsing. */
export interface Parsed<E> {
  params: ParamsOf<E> extends Shape
    ? z.output<ParamsOf<E>>
    : E extends Endpoint<infer Path>
      ? PathParams<Path>
      : never
  query: QueryOf<E> extends Shape ? z.output<QueryOf<E>> : undefined
  body: BodyOf<E> extends Shape ? z.output<BodyOf<E>> : undefined
}

/** What the call answers. */
export type Answer<E> =
  E extends Endpoint<string, Capability, AnyShape, AnyShape, AnyShape, infer A> ? z.output<A> : never

/** Declares a call; the path's parameters, the body and the answer are inferred for both sides. */
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

// HTTP responses: status, redirects, JSON serialized by the schema of the call, compression, Clear-Site-Data, ETags.
import { createHash } from 'node:crypto'
import { constants } from 'node:zlib'
import compress, { type FastifyCompressRouteOptions } from '@fastify/compress'
import compileSerializer from 'fast-json-stringify'
import type { FastifyReply, FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'

const redirectMark = Symbol('303')
const createdMark = Symbol('201')
const json = 'application/json; charset=utf-8'

/** A response with status 201, for calls that create something. */
export interface Created<Value> {
  readonly [createdMark]: Value
}

/** Marks a handler's result as created: status 201. */
export function created<Value>(value: Value): Created<Value> {
  return { [createdMark]: value }
}

/**
 * Creates the function that sends a handler's results. A frozen result goes to many clients, so it is serialized
 * once.
 */
export function createResponseSender({
  response: type,
}: Endpoint): (reply: FastifyReply, result: unknown) => unknown {
  const texts = new WeakMap<object, string>()
  const isEmpty = type instanceof z.ZodMiniNull
  const serializeOnce = (response: object) => {
    const cached = texts.get(response)
    if (cached !== undefined) return cached
    const text = serialize(type, response)
    texts.set(response, text)
    return text
  }
  return (reply, result) => {
    if (isRedirect(result)) return reply.redirect(result.path, 303)
    if (isEmpty) return reply.code(204).send()
    const response = unwrapResponse(result)
    if (response !== result) reply.code(201)
    const isShared = typeof response === 'object' && response !== null && Object.isFrozen(response)
    return reply.type(json).send(isShared ? serializeOnce(response) : serialize(type, response))
  }
}

const serializers = new WeakMap<z.core.$ZodType, (value: unknown) => string>()

/**
 * Serializes by the type's fields, so an undeclared field never leaves the server. A type's serializer is compiled for
 * its first response, once for all servers of the process.
 */
function serialize(type: z.core.$ZodType, value: unknown): string {
  let serializer = serializers.get(type)
  if (serializer === undefined) {
    serializer = compileSerializer(serializerSchema(type))
    serializers.set(type, serializer)
  }
  return serializer(value)
}

/** The result without its 201 mark. */
export function unwrapResponse(result: unknown): unknown {
  return typeof result === 'object' && result !== null && createdMark in result ? result[createdMark] : result
}

function serializerSchema(type: z.core.$ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => mergeNullable(jsonSchema),
  })
  return schema
}

/** Turns anyOf [x, null] into `nullable`: for anyOf the serializer validates what it writes. */
function mergeNullable(schema: z.core.JSONSchema.BaseSchema): void {
  const [valueSchema, nullSchema, ...others] = schema.anyOf ?? []
  if (others.length > 0 || nullSchema?.type !== 'null' || typeof valueSchema?.type !== 'string') return
  delete schema.anyOf
  Object.assign(schema, valueSchema, { nullable: true })
}

/** A redirect to another page of the app, for calls that a browser opens as a page. */
export interface Redirect {
  readonly [redirectMark]: true
  readonly path: string
}

/** Redirects with 303. */
export function redirect(path: string): Redirect {
  return { [redirectMark]: true, path }
}

export function isRedirect(result: unknown): result is Redirect {
  return typeof result === 'object' && result !== null && redirectMark in result
}

/** For calls that declare `isCompressed`. Compressed per request, so speed matters more than size. */
export const responseCompression = {
  encodings: ['br', 'gzip'],
  threshold: 1_024,
  // Longer responses are compressed off the event loop.
  syncThreshold: 16 * 1_024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 6 },
} satisfies FastifyCompressRouteOptions['compress']

/**
 * Registers compression; call it before mounting the calls. Request bodies are never decompressed: a small body
 * can't grow past its limit.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { globalCompression: false, globalDecompression: false })
}

interface CallRoute {
  method: string
  path: string
}

/**
 * Sends Clear-Site-Data when one of these calls succeeds, which clears the HTTP cache and the back/forward cache (T44).
 * Storage stays: a shared browser may hold other members' data. Call it before mounting the calls.
 */
export function clearSiteDataAfter(app: FastifyInstance, calls: readonly CallRoute[]): void {
  const signOutRoutes = new Set(calls.map(({ method, path }) => `${method} ${path}`))
  app.addHook('onRoute', (route) => {
    if (!signOutRoutes.has(`${String(route.method)} ${route.url}`)) return
    route.onSend = async (_request, reply) => {
      if (reply.statusCode < 400) reply.header('clear-site-data', '"cache"')
    }
  })
}

/** Adds an ETag to a successful response; a browser that has this very response gets 304. */
export async function revalidate(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`
  reply.header('cache-control', 'public, no-cache')
  return isNotModified(request, reply, etag) ? null : payload
}

/** Adds an ETag. If the client has that very response, sets status 304 and returns true: send no body then. */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  if (!matchesEtag(request.headers['if-none-match'], etag)) return false
  reply.code(304)
  return true
}

/** Whether `If-None-Match` has an ETag, in a list or as `*`, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => tag === opaque)
}

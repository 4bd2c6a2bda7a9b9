// Request parsing: JSON, or a file for calls that accept one, validated by the call's declaration.
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, Parsed } from '#shared/endpoint.ts'
import { appError } from '../app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isBeacon?: boolean
    isForServers?: boolean
    jsonTokensMax?: number | undefined
    fileTypes?: readonly string[] | undefined
  }
}

const jsonDepthMax = 6
const defaultJsonTokensMax = 2_000
const emptyObjectSchema = z.strictObject({})
const unknownKeysMax = 10
const unknownKeyMaxChars = 60

/**
 * Accepts JSON as application/json, and as text/plain from a beacon. text/plain needs no preflight, so a foreign
 * page could send it: only calls that declare it accept it, behind the Origin check (T05). A form is for calls of other
 * servers alone. A body with too much
 * structure is rejected before parsing (T45). A call with `fileTypes` accepts such a file's bytes and no JSON.
 */
export function addBodyParsers(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const parseBounded: FastifyBodyParser<Buffer> = (request, body, done) => {
    const { config } = request.routeOptions
    const limits = { tokensMax: config.jsonTokensMax ?? defaultJsonTokensMax, depthMax: jsonDepthMax }
    if (config.fileTypes) done(appError('unsupported_media_type'))
    else if (exceedsStructure(body, limits)) done(appError('invalid'))
    else void parseJson(request, body.toString(), done)
  }
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseBounded)
  app.addContentTypeParser<Buffer>('text/plain', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.isBeacon !== true) done(appError('unsupported_media_type'))
    else parseBounded(request, body, done)
  })
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      if (request.routeOptions.config.isForServers === true) done(null, formFields(body))
      else done(appError('unsupported_media_type'))
    },
  )
  for (const type of new Set(endpoints.flatMap(({ fileTypes = [] }) => fileTypes))) {
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, body, done) => {
      if (request.routeOptions.config.fileTypes?.includes(type)) done(null, body)
      else done(appError('unsupported_media_type'))
    })
  }
}

/** Of a field that comes twice, the first: nginx-rtmp appends what an encoder sent to its own fields. */
function formFields(form: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(form)].toReversed())
}

/** Parses parameters, query and body; throws `invalid` with an issue for each faulty field. */
export function parseRequest(endpoint: Endpoint, request: FastifyRequest): Parsed<Endpoint> {
  const params = endpoint.params ? parseOrThrow(endpoint.params, request.params) : request.params
  const query =
    endpoint.query || !isEmptyQuery(request.query)
      ? parseOrThrow(endpoint.query ?? emptyObjectSchema, request.query)
      : {}
  const body = endpoint.method === 'GET' ? undefined : parseBody(endpoint, request.body ?? undefined)
  return { params, query, body } as Parsed<Endpoint>
}

function parseBody(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.body) return parseOrThrow(endpoint.body, body)
  if (body !== undefined) parseOrThrow(emptyObjectSchema, body)
  return undefined
}

function isEmptyQuery(query: unknown): boolean {
  for (const _ in query as object) return false
  return true
}

function parseOrThrow(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw appError('invalid', {
    issues: result.error.issues.map((issue) => ({
      path: issue.path.join('.'),
      message: issue.code === 'unrecognized_keys' ? unknownKeysMessage(issue.keys) : issue.message,
    })),
  })
}

/** Names only the first few: the response must not grow with the input. */
function unknownKeysMessage(keys: readonly string[]): string {
  const listed = keys.slice(0, unknownKeysMax).map((key) => key.slice(0, unknownKeyMaxChars))
  return `Unknown: ${listed.join(', ')}${keys.length > unknownKeysMax ? ', …' : '.'}`
}

interface StructureLimits {
  /** Maximum count of `{ [ , :` outside of strings. */
  tokensMax: number
  /** Maximum nesting of objects and arrays. */
  depthMax: number
}

const [quote, backslash, comma, colon] = ['"', '\\', ',', ':'].map((char) => char.charCodeAt(0))
const [openArray, closeArray, openObject, closeObject] = ['[', ']', '{', '}'].map((char) =>
  char.charCodeAt(0),
)

/**
 * Whether a JSON text in UTF-8 exceeds the limits. One pass that stops at the first excess; invalid JSON isn't
 * detected.
 */
export function exceedsStructure(json: Uint8Array, { tokensMax, depthMax }: StructureLimits): boolean {
  let tokens = 0
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isInString) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInString = false
    } else if (byte === quote) isInString = true
    else if (byte === comma || byte === colon) tokens += 1
    else if (byte === openArray || byte === openObject) {
      tokens += 1
      depth += 1
    } else if (byte === closeArray || byte === closeObject) depth -= 1
    if (tokens > tokensMax || depth > depthMax) return true
  }
  return false
}

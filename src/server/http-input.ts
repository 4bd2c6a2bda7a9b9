// What a request brings: JSON and nothing else, parsed by the declaration of its call.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, Parsed } from '#shared/endpoint.ts'
import { refuse } from './refusal.ts'

const depthMax = 6
const noKeys = z.strictObject({})

/**
 * Takes JSON as application/json alone, and as text/plain from a beacon. That type needs no preflight, so a foreign
 * page could send it: only the Origin check stands before it, and only where a call says so (T05).
 */
export function takeJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, text, done) => {
    if (request.routeOptions.config.isBeacon !== true) done(refuse('unsupported_media_type'))
    else void parseJson(request, String(text), done)
  })
}

/** The parameters, query and body of a request; refuses with `invalid` and the faults beside their fields. */
export function parseInput(endpoint: Endpoint, request: FastifyRequest): Parsed<Endpoint> {
  const params = endpoint.params ? parse(endpoint.params, request.params) : request.params
  const query =
    endpoint.query || !isEmpty(request.query) ? parse(endpoint.query ?? noKeys, request.query) : {}
  const body = endpoint.method === 'GET' ? undefined : parseBody(endpoint, request.body ?? undefined)
  return { params, query, body } as Parsed<Endpoint>
}

function parseBody(endpoint: Endpoint, body: unknown): unknown {
  if (isDeeperThan(body, depthMax)) throw refuse('invalid')
  if (endpoint.body) return parse(endpoint.body, body)
  if (body !== undefined) parse(noKeys, body)
  return undefined
}

function isEmpty(query: unknown): boolean {
  for (const _ in query as object) return false
  return true
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1))
}

function parse(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw refuse('invalid', {
    issues: result.error.issues.map((issue) => ({
      path: issue.path.join('.'),
      message: issue.code === 'unrecognized_keys' ? `Unknown: ${issue.keys.join(', ')}.` : issue.message,
    })),
  })
}

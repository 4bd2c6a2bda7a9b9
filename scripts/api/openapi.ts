// The calls as an OpenAPI 3.1 document, generated from the contracts, their errors and the roles.
import type * as z from 'zod/mini'
import type { Endpoint, RateLimit } from '#shared/endpoint.ts'
import { errorResponseSchema } from '#shared/error-body.ts'
import type { ErrorSpec } from '#shared/errors.ts'
import { sourceText } from '#shared/i18n/t.ts'
import type { Contracts, DeclaredCall } from './contracts.ts'
import { asJson, createSchemas, type Json, type Schemas } from './json-schema.ts'
import { extraPaths } from './openapi-extra-paths.ts'
import { personas, errorsOf, successStatusesOf } from './responses.ts'

const apiOverview = `All HTTP calls of Stillwater, generated from their contracts by \`npm run docs:api\`.

**Session.** One cookie, \`__Host-sid\` (plain \`sid\` where PUBLIC_URL is http), set at sign-in. Unsafe methods also require an \`Origin\` of PUBLIC_URL, which browsers send automatically. The server compares \`firebase-uid\` with the session and never trusts it as proof of identity.

**Errors** are JSON with a \`code\`, listed at each call, and a readable \`message\`. The server checks address, origin, session, ban, profile, role and input, in this order. A caller without permission therefore learns nothing about the validity of the input.

**Rate limits** (\`x-limits\`) are token buckets per caller or per address: \`burst\` is the capacity, \`perMinute\` the refill rate. One with \`counts\` counts only calls with that outcome. Above the limit the response is 429 with Retry-After. In addition, each caller is limited to 600 calls a minute and each address to 3,000.

**Dates** are days as YYYY-MM-DD, which begin by the clock of the community’s zone (\`GET /api/community\`); timestamps are UTC. Calls with an \`Idempotency-Key\` can be repeated with the same key for 24 hours; the server executes them once.`

/** The OpenAPI document, ready for JSON.stringify. */
export function openApi(contracts: Contracts): Json {
  const schemas = createSchemas(contracts.shapes, 'draft-2020-12')
  const paths: Record<string, Json> = {}
  const responses: Json = {}
  for (const declared of contracts.calls) {
    const path = declared.call.path.replaceAll(/:(\w+)/g, '{$1}')
    for (const codes of errorsByStatus(declared.call).values())
      responses[responseName(codes)] = errorResponse(codes)
    paths[path] = { ...paths[path], [declared.call.method.toLowerCase()]: operation(declared, schemas) }
  }
  const error = schemas.of(errorResponseSchema, 'output')
  return {
    openapi: '3.1.1',
    info: {
      title: 'Stillwater',
      version: '1',
      description: apiOverview,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The origin of PUBLIC_URL.' }],
    tags: [...new Set(contracts.calls.map(groupOf)), 'other'].map((name) => ({ name })),
    paths: { ...paths, ...extraPaths },
    components: {
      schemas: { ...schemas.components(), Error: error },
      responses,
      headers: {
        RetryAfter: { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
        RequestId: { description: 'The request id in the server log.', schema: { type: 'string' } },
        ServerTime: {
          description: "The server's clock, in epoch milliseconds.",
          schema: { type: 'integer' },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid', description: 'Plain `sid` on http.' },
      },
    },
  }
}

/** Groups whose feature has another name today: clients made from the document keep theirs. */
const groups: Readonly<Record<string, string>> = { notifications: 'reminders' }

function groupOf({ feature }: Pick<DeclaredCall, 'feature'>): string {
  return groups[feature] ?? feature
}

function operation(declared: DeclaredCall, schemas: Schemas): Json {
  const { name, call, comment } = declared
  const parameters = [
    ...pathParameters(call.path, call.params, schemas),
    ...queryParameters(call.query, schemas),
    ...headerParameters(call),
  ]
  return {
    operationId: name,
    tags: [groupOf(declared)],
    summary: humanizeName(name),
    ...(comment === '' ? {} : { description: comment }),
    security: call.needs === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body ? { requestBody: requestBody(call, call.body, schemas) } : {}),
    responses: {
      ...successResponses(call, schemas),
      ...Object.fromEntries(
        [...errorsByStatus(call)].map(([status, codes]) => [
          status,
          { $ref: `#/components/responses/${responseName(codes)}` },
        ]),
      ),
    },
    'x-needs': call.needs,
    'x-callers': personas(call, true),
    ...(call.limits ? { 'x-limits': call.limits.map(limit) } : {}),
    ...(call.bodyMaxBytes ? { 'x-body-max-bytes': call.bodyMaxBytes } : {}),
    ...(call.jsonTokensMax ? { 'x-json-tokens-max': call.jsonTokensMax } : {}),
  }
}

const limit = ({ per, counts, perMinute, burst }: RateLimit) => ({
  per,
  ...(counts ? { counts } : {}),
  perMinute: Math.round(perMinute * 1e6) / 1e6,
  burst: burst ?? perMinute,
})

/** Turns 'signOutEverywhere' into 'Sign out everywhere'. */
export function humanizeName(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function pathParameters(path: string, params: z.core.$ZodType | undefined, schemas: Schemas): Json[] {
  const declaredParams = params ? fieldsOf(params, schemas) : {}
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: declaredParams[name] ?? { type: 'string' },
  }))
}

function queryParameters(query: z.core.$ZodType | undefined, schemas: Schemas): Json[] {
  return Object.entries(query ? fieldsOf(query, schemas) : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
  }))
}

/** Numbers in URLs are sent as text; the parsed schema is preferred if it has a type. */
function fieldsOf(schema: z.core.$ZodType, schemas: Schemas): Json {
  const read = asJson(schemas.of(schema, 'output').properties)
  const sent = asJson(schemas.of(schema, 'input').properties)
  return Object.fromEntries(
    Object.entries(sent).map(([name, field]) => [name, 'type' in asJson(read[name]) ? read[name] : field]),
  )
}

function headerParameters({ needs, isIdempotent, tokenHeader }: Endpoint): Json[] {
  const key = { type: 'string', minLength: 1, maxLength: 128 }
  const token = { in: 'header', required: true, schema: { type: 'string' } }
  return [
    ...(tokenHeader === undefined ? [] : [{ name: tokenHeader, ...token }]),
    ...(needs !== 'public' ? [{ name: 'firebase-uid', in: 'header', schema: { type: 'string' } }] : []),
    ...(isIdempotent ? [{ name: 'Idempotency-Key', in: 'header', schema: key }] : []),
  ]
}

function requestBody(
  { isBeacon, isForServers, fileTypes }: Endpoint,
  body: z.core.$ZodType,
  schemas: Schemas,
): Json {
  if (fileTypes) return { required: true, content: Object.fromEntries(fileTypes.map((type) => [type, {}])) }
  const content = { schema: schemas.of(body, 'input') }
  return {
    required: true,
    content: {
      'application/json': content,
      ...(isBeacon && { 'text/plain': content }),
      ...(isForServers && { 'application/x-www-form-urlencoded': content }),
    },
  }
}

function successResponses(call: Endpoint, schemas: Schemas): Json {
  const headers = {
    'X-Server-Time': { $ref: '#/components/headers/ServerTime' },
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...Object.fromEntries(
      (call.responseHeaders ?? []).map((name) => [name, { schema: { type: 'integer' } }]),
    ),
  }
  const descriptions = {
    200: 'Success.',
    201: 'Created.',
    204: 'Success, without a body.',
    303: 'Redirect to a page.',
  }
  return Object.fromEntries(
    successStatusesOf(call).map((status) => [
      status,
      {
        description: Object.entries(descriptions).find(([code]) => Number(code) === status)?.[1] ?? '',
        headers: { ...headers, ...(status === 303 ? { Location: { schema: { type: 'string' } } } : {}) },
        ...(status < 204
          ? { content: { 'application/json': { schema: schemas.of(call.response, 'input') } } }
          : {}),
      },
    ]),
  )
}

/** One response per status; calls with the same errors share it. */
function errorsByStatus(call: Endpoint): Map<number, ErrorSpec[]> {
  const byStatus = new Map<number, ErrorSpec[]>()
  for (const error of errorsOf(call))
    byStatus.set(error.status, [...(byStatus.get(error.status) ?? []), error])
  return byStatus
}

function responseName(errors: readonly ErrorSpec[]): string {
  return errors.map(({ code }) => code).join('.')
}

function errorResponse(errors: readonly ErrorSpec[]): Json {
  const codes = errors.map(({ code }) => code)
  const hasRetryAfter = codes.some((code) => code === 'rate_limited' || code === 'unavailable')
  return {
    description: errors.map(({ code, message }) => `\`${code}\`: ${sourceText(message)}`).join('\n\n'),
    ...(hasRetryAfter ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } } : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }],
        },
      },
    },
  }
}

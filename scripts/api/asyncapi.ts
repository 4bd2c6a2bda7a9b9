// The live channel as an AsyncAPI 3.0 document, from its contract, its limits and its close codes.
import { clientMessages, serverMessages } from '#app/live-messages.ts'
import { userRateLimits } from '#server/live/live-limits.ts'
import { frameMaxBytes, heartbeatMs, invalidFramesMax, socketsPerUserMax } from '#shared/constants.ts'
import { closeCodes } from '#shared/live/close-codes.ts'
import { liveErrorTexts } from '#shared/live/live-errors.ts'
import type { Contracts } from './contracts.ts'
import { createSchemas, type Json } from './json-schema.ts'
import { humanizeName } from './openapi.ts'
import { personas } from './responses.ts'

const liveChannelOverview = `The messages of the WebSocket at \`/ws\`, generated from their contract by \`npm run docs:api\`.

**Connecting** requires the session cookie and an \`Origin\` of PUBLIC_URL. The upgrade can fail with 401 \`unauthenticated\`, 403 \`bad_origin\`, \`profile_incomplete\` or \`banned\` (with the reason), 404 for another path, 429 \`rate_limited\` or 503 \`unavailable\`, both with Retry-After. The URL contains nothing of the session. \`?persona=\` names the role that the page shows (\`member\`, \`gardenAngel\`, \`admin\`). If the member's role has changed since, the server sends \`account-changed\` immediately.

**Frames** are JSON text with a \`type\`, up to ${frameMaxBytes} bytes. The server responds to invalid frames with an \`error\`; ${invalidFramesMax} of them close the channel. The server pings every ${heartbeatMs / 1000} s and closes a connection after two missed pongs. A member can have ${socketsPerUserMax} sockets; a further one closes the oldest.`

const closeCodeDescriptions: Record<keyof typeof closeCodes, string> = {
  unsupportedData: 'A binary frame. Do not reconnect automatically.',
  policy:
    'The page belongs to another account, the member lost the permission, or too many frames were invalid.',
  tooBig: 'A frame exceeds the size limit.',
  restarting: 'The server is shutting down: reconnect after a random delay of some seconds.',
  tooManyTabs: 'The member opened too many sockets; a newer one replaced this one.',
  signedOut: 'The session has ended.',
  banned: 'The member is banned. Do not reconnect.',
  flooded: 'Too many messages: reconnect after 30 s.',
}

/** The AsyncAPI document, ready for JSON.stringify. */
export function asyncApi(contracts: Contracts): Json {
  const { messages, schemas } = describeMessages(contracts)
  const sent = Object.keys(clientMessages)
  const received = Object.keys(messages).filter((type) => !sent.includes(type))
  const refs = (types: readonly string[]) =>
    types.map((type) => ({ $ref: `#/channels/live/messages/${type}` }))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Stillwater, the live channel',
      version: '1',
      description: liveChannelOverview,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      here: {
        host: 'sit.example.org',
        protocol: 'wss',
        security: [{ $ref: '#/components/securitySchemes/session' }],
      },
    },
    channels: {
      live: {
        address: '/ws',
        description: 'One connection for each visible page, in a room or not.',
        messages: Object.fromEntries(
          Object.keys(messages).map((type) => [type, { $ref: `#/components/messages/${type}` }]),
        ),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
        'x-close-codes': Object.entries(closeCodes).map(([name, code]) => ({
          code,
          name,
          description: Object.entries(closeCodeDescriptions).find(([key]) => key === name)?.[1] ?? '',
        })),
        'x-limits': userRateLimits,
        'x-errors': liveErrorTexts,
      },
    },
    operations: {
      receive: {
        action: 'receive',
        channel: { $ref: '#/channels/live' },
        messages: refs(sent),
        summary: 'Messages from the client.',
      },
      send: {
        action: 'send',
        channel: { $ref: '#/channels/live' },
        messages: refs(received),
        summary: 'Messages from the server.',
      },
    },
    components: {
      messages,
      schemas,
      securitySchemes: {
        session: {
          type: 'httpApiKey',
          in: 'cookie',
          name: '__Host-sid',
          description: 'Plain `sid` on http.',
        },
      },
    },
  }
}

function describeMessages({ shapes, messageComment }: Contracts): {
  messages: Record<string, Json>
  schemas: Json
} {
  const schemas = createSchemas(shapes, 'draft-7')
  const messages: Record<string, Json> = {}
  const message = (type: string, rest: Json) => {
    messages[type] = {
      name: type,
      title: humanizeName(type.replaceAll('-', ' ')),
      summary: messageComment(type),
      ...rest,
    }
  }
  for (const [type, spec] of Object.entries(clientMessages)) {
    const { needs, schema } = spec
    const payload = schemas.of(schema, 'input')
    message(type, {
      payload,
      'x-needs': needs,
      'x-callers': personas({ needs }, true),
      ...('limits' in spec ? { 'x-limits': spec.limits } : {}),
    })
  }
  for (const [type, { schema }] of Object.entries(serverMessages)) {
    message(type, { payload: schemas.of(schema, 'output') })
  }
  return { messages, schemas: schemas.components() }
}

// The live channel as an AsyncAPI 3.0 document, from its contract, its limits and its close codes.
import { frameMaxBytes, heartbeatMs, invalidFramesMax, socketsPerUserMax } from '#shared/constants.ts'
import {
  clientMessages,
  closeCodes,
  liveErrorTexts,
  serverMessageSchema,
  type ClientMessageType,
  type ServerMessage,
} from '#features/live/contract.ts'
import { userRateLimits } from '#features/live/server/message-rate-limits.ts'
import { personas } from './responses.ts'
import type { Contracts } from './contracts.ts'
import { createSchemas, type Json } from './json-schema.ts'
import { humanizeName } from './openapi.ts'

const liveChannelOverview = `What is said over the WebSocket at \`/ws\`, generated from its contract by \`npm run docs:api\`.

**To open it** a page sends its session cookie and an \`Origin\` of PUBLIC_URL. Before the upgrade the answer may be 401 \`unauthenticated\`, 403 \`bad_origin\`, \`profile_incomplete\` or \`banned\` (with the reason), 404 for another path, 429 \`rate_limited\` or 503 \`unavailable\`, both with Retry-After. Nothing of the session stands in the address. \`?persona=\` may name the kind of member that the page shows (\`member\`, \`gardenAngel\`, \`admin\`): if the roles are other ones by now, \`account-changed\` comes at once.

**Frames** are JSON text with a \`type\`, up to ${frameMaxBytes} bytes. One that can't be understood is answered with an \`error\`; ${invalidFramesMax} of them close the channel. The server pings every ${heartbeatMs / 1000} s and hangs up on whoever misses two. A person has up to ${socketsPerUserMax} sockets; the oldest gives way.`

const clientMessageDescriptions: Record<ClientMessageType, string> = {
  'join-session': 'Comes into the room of a day, and leaves the one before. `userId` is the caller’s own.',
  'leave-session': 'Leaves the room; the socket stays.',
  'chat-message':
    'Says something in the room that was joined. Sent again with the same `clientMessageId` it stays one message.',
}

const serverMessageDescriptions: Record<ServerMessage['type'], string> = {
  'initial-messages': 'The newest messages of the room that was joined.',
  'new-message': 'Somebody said something; also to whoever said it.',
  'message-deleted': 'A message is gone.',
  'message-likes-updated': 'How many like a message now.',
  'own-like':
    'Whether the member likes a message now; to their own sockets alone. Of one message the highest version is true.',
  'user-joined': 'Somebody came; told one by one in small rooms.',
  'user-left': 'Somebody left; told one by one in small rooms.',
  'online-count-updated': 'How many are here, and the newest of them.',
  'session-changed': 'A new day has begun, or with `planChanged` today has another meditation or none.',
  'access-denied': 'Banned, and why; the channel closes with 4403.',
  'account-changed': 'The roles of the member have changed.',
  error: 'Something that was sent wasn’t done.',
  heartbeat: 'The channel lives.',
}

const closeCodeDescriptions: Record<keyof typeof closeCodes, string> = {
  unsupportedData: 'A binary frame. Don’t come back by yourself.',
  policy: 'Another account’s page, no right to be here any more, or too much that can’t be understood.',
  tooBig: 'A frame above the limit.',
  restarting: 'The server stops: come back after some seconds, at random.',
  tooManyTabs: 'A newer socket of the same person took the place.',
  signedOut: 'The session has ended.',
  banned: 'Banned. Don’t come back.',
  flooded: 'Too much, too often: come back after half a minute.',
}

/** The AsyncAPI document, ready for JSON.stringify. */
export function asyncApi({ shapes }: Contracts): Json {
  const { messages, schemas } = describeMessages(shapes)
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
        description: 'One for each visible page, in a room or not.',
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
      hear: {
        action: 'receive',
        channel: { $ref: '#/channels/live' },
        messages: refs(sent),
        summary: 'What a page may send.',
      },
      tell: {
        action: 'send',
        channel: { $ref: '#/channels/live' },
        messages: refs(received),
        summary: 'What the server sends.',
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

function describeMessages(shapes: Contracts['shapes']): { messages: Record<string, Json>; schemas: Json } {
  const schemas = createSchemas(shapes, 'draft-7')
  const messages: Record<string, Json> = {}
  const message = (type: string, texts: Record<string, string>, rest: Json) => {
    messages[type] = {
      name: type,
      title: humanizeName(type.replaceAll('-', ' ')),
      summary: texts[type],
      ...rest,
    }
  }
  for (const [type, { needs, schema }] of Object.entries(clientMessages)) {
    const payload = schemas.of(schema, 'input')
    message(type, clientMessageDescriptions, {
      payload,
      'x-needs': needs,
      'x-callers': personas({ needs }, true),
    })
  }
  for (const schema of serverMessageSchema._zod.def.options) {
    const [type = ''] = schema._zod.def.shape.type._zod.def.values
    message(type, serverMessageDescriptions, { payload: schemas.of(schema, 'output') })
  }
  return { messages, schemas: schemas.components() }
}

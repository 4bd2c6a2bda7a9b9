// The few paths that no contract declares: health checks, pictures, calendar feeds, links that end mails, and the operator's texts.
import type { Json } from './json-schema.ts'

const text = (name: string) => ({ content: { [name]: { schema: { type: 'string' } } } })
const health = (operationId: string, summary: string, responses: Json): Json => ({
  get: { operationId, tags: ['other'], summary, security: [], responses },
})
const status = (word: string): Json => ({
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          status: { const: word },
          missing: { type: 'array', items: { enum: ['database', 'schema', 'bus'] } },
        },
        required: ['status'],
      },
    },
  },
})

const token = { name: 'token', in: 'path', required: true, schema: { type: 'string' } }
const mailLinkResponses = {
  200: { description: 'A page for the reader.', ...text('text/html') },
  404: { description: 'A page: the link no longer works.', ...text('text/html') },
  429: { description: 'Asked too often.' },
}

export const extraPaths: Json = {
  '/healthz': health('health', 'Liveness probe', {
    200: { description: 'The process is running.', ...status('ok') },
    default: { description: 'The process is not running.' },
  }),
  '/readyz': health('readiness', 'Readiness probe', {
    200: { description: 'Database and bus are available.', ...status('ok') },
    503: {
      description:
        'Database or bus is unavailable, a newer version has removed tables or columns, or the process is shutting down.',
      ...status('unavailable'),
    },
  }),
  '/metrics': health('metrics', 'Prometheus metrics', {
    200: {
      description: 'For requests from this machine or with the bearer token METRICS_TOKEN.',
      ...text('text/plain'),
    },
    403: { description: 'For all other requests.' },
  }),
  '/media/{sha256}.jpg': {
    get: {
      operationId: 'picture',
      tags: ['other'],
      summary: 'A member’s picture, by the hash of its content',
      security: [],
      parameters: [
        { name: 'sha256', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
      ],
      responses: {
        200: { description: 'The picture; its content never changes.', content: { 'image/jpeg': {} } },
        404: { description: 'Not found.' },
      },
    },
  },
  '/calendar/{token}.ics': {
    get: {
      operationId: 'calendarFeed',
      tags: ['other'],
      summary: 'A member’s calendar feed; its token is the whole credential',
      security: [],
      parameters: [{ ...token, schema: { type: 'string', pattern: '^[\\w-]{22}$' } }],
      responses: {
        200: {
          description: 'The sittings, in the language of their member.',
          headers: { ETag: { schema: { type: 'string' } } },
          ...text('text/calendar'),
        },
        304: { description: 'Unchanged since the ETag of If-None-Match.' },
        404: { description: 'No such feed, or no longer.' },
        429: { description: 'Read too often.' },
      },
    },
  },
  '/unsubscribe/{token}': {
    get: {
      operationId: 'unsubscribePage',
      tags: ['other'],
      summary: 'A page that asks; it changes nothing',
      security: [],
      parameters: [token],
      responses: mailLinkResponses,
    },
    post: {
      operationId: 'unsubscribe',
      tags: ['other'],
      summary: 'Ends this kind of mails for one member (RFC 8058); needs no Origin, and reads no body',
      security: [],
      parameters: [token],
      responses: mailLinkResponses,
    },
  },
  '/refuse/{token}': {
    get: {
      operationId: 'refusePage',
      tags: ['other'],
      summary: 'A page that asks; it changes nothing',
      security: [],
      parameters: [token],
      responses: mailLinkResponses,
    },
    post: {
      operationId: 'refuse',
      tags: ['other'],
      summary: 'Ends invitations by mail to one mailbox, for good; needs no Origin, and reads no body',
      security: [],
      parameters: [token],
      responses: mailLinkResponses,
    },
  },
  '/pages/{name}.md': {
    get: {
      operationId: 'operatorsText',
      tags: ['other'],
      summary: 'The terms, the privacy policy, the page about care, or the legal notice, as Markdown',
      security: [],
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          schema: { type: 'string', enum: ['privacy', 'terms', 'care', 'legal-notice'] },
        },
      ],
      responses: {
        200: { description: 'The operator’s own text, or the default.', ...text('text/markdown') },
        404: { description: 'Not found.' },
      },
    },
  },
}

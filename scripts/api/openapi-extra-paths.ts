// The few paths that no contract declares: health checks, pictures, and the operator's texts.
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
          missing: { type: 'array', items: { enum: ['database', 'bus'] } },
        },
        required: ['status'],
      },
    },
  },
})

export const extraPaths: Json = {
  '/healthz': health('health', 'Whether the process lives', {
    200: { description: 'It lives.', ...status('ok') },
    default: { description: 'It does not.' },
  }),
  '/readyz': health('readiness', 'Whether it can do its work', {
    200: { description: 'Database and bus answer.', ...status('ok') },
    503: { description: 'One of them doesn’t, or the process is stopping.', ...status('unavailable') },
  }),
  '/metrics': health('metrics', 'Figures for Prometheus', {
    200: { description: 'To this machine, or to the bearer of METRICS_TOKEN.', ...text('text/plain') },
    403: { description: 'To everybody else.' },
  }),
  '/media/{sha256}.jpg': {
    get: {
      operationId: 'picture',
      tags: ['other'],
      summary: 'A picture of a member, by the hash of its content',
      security: [],
      parameters: [
        { name: 'sha256', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
      ],
      responses: {
        200: { description: 'It never changes.', content: { 'image/jpeg': {} } },
        404: { description: 'There is none.' },
      },
    },
  },
  '/pages/{name}.md': {
    get: {
      operationId: 'operatorsText',
      tags: ['other'],
      summary: 'The terms, or what becomes of data, as Markdown',
      security: [],
      parameters: [
        { name: 'name', in: 'path', required: true, schema: { type: 'string', enum: ['privacy', 'terms'] } },
      ],
      responses: {
        200: { description: 'The operator’s own text, or the one that ships.', ...text('text/markdown') },
        404: { description: 'There is none.' },
      },
    },
  },
}

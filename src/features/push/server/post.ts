// Posts a message to a push service. Follows no redirect.
import * as http from 'node:http'
import * as https from 'node:https'

interface PushResponse {
  /** Null if it didn't respond in time: it may have accepted the message. */
  status: number | null
  /** The delay that the service asks for; 0 without. */
  retryAfterMs: number
}

export interface PushPoster {
  /** Throws if the message didn't leave. */
  post(endpoint: URL, headers: Record<string, string | number>, body: Buffer): Promise<PushResponse>
  close(): void
}

const timeoutDefaultMs = 10_000
const retryAfterMaxMs = 86_400_000

/**
 * The delay of `Retry-After`: seconds, or a date, which is compared with the response's own if it has one (RFC 9110,
 * 10.2.3). At most a day; 0 without, or for anything else.
 */
export function parseRetryAfter(
  headers: Pick<http.IncomingHttpHeaders, 'retry-after' | 'date'>,
  nowMs: number,
): number {
  const text = headers['retry-after'] ?? ''
  const delayMs = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : (parseHttpDate(text) ?? 0) - (parseHttpDate(headers.date) ?? nowMs)
  return Math.min(Math.max(0, delayMs), retryAfterMaxMs)
}

/** Epoch milliseconds; null for no date. */
function parseHttpDate(text = ''): number | null {
  const ms = /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

export function createPushPoster(timeoutMs = timeoutDefaultMs): PushPoster {
  const secureAgent = new https.Agent({ keepAlive: true })
  // For the fake of tests only: `pushEndpoint` lets no other plain address in.
  const plainAgent = new http.Agent({ keepAlive: true })
  return {
    post: (endpoint, headers, body) =>
      new Promise((resolve, reject) => {
        const isSecure = endpoint.protocol === 'https:'
        const request = (isSecure ? https : http).request(
          {
            method: 'POST',
            host: endpoint.hostname,
            port: endpoint.port,
            path: `${endpoint.pathname}${endpoint.search}`,
            agent: isSecure ? secureAgent : plainAgent,
            headers: { ...headers, 'content-length': body.length },
            timeout: timeoutMs,
          },
          (response) => {
            response.resume()
            resolve({
              status: response.statusCode ?? 0,
              retryAfterMs: parseRetryAfter(response.headers, Date.now()),
            })
          },
        )
        // After the response it concerns a body that isn't read.
        request.on('error', reject)
        request.on('timeout', () => {
          if (request.writableFinished) resolve({ status: null, retryAfterMs: 0 })
          request.destroy(new Error('The push service can’t be reached.'))
        })
        request.end(body)
      }),
    close: () => {
      secureAgent.destroy()
      plainAgent.destroy()
    },
  }
}

// Posts a message to a push service. Follows no redirect.
import { once } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'

interface PushResponse {
  status: number
  /** The delay that the service asks for; 0 without. */
  retryAfterMs: number
}

export interface PushPoster {
  /** Throws if the service doesn't respond in time. */
  post(endpoint: string, headers: Record<string, string | number>, body: Buffer): Promise<PushResponse>
  close(): void
}

const timeoutMs = 10_000

export function createPushPoster(): PushPoster {
  const secureAgent = new https.Agent({ keepAlive: true })
  // For the stand-in of tests only: `pushEndpoint` lets no other plain address in.
  const plainAgent = new http.Agent({ keepAlive: true })
  return {
    post: async (endpoint, headers, body) => {
      const isSecure = endpoint.startsWith('https:')
      const request = (isSecure ? https : http).request(endpoint, {
        method: 'POST',
        agent: isSecure ? secureAgent : plainAgent,
        headers: { ...headers, 'content-length': body.length },
        signal: AbortSignal.timeout(timeoutMs),
      })
      request.end(body)
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      // Later failures concern a body that isn't read.
      request.on('error', () => undefined)
      response.resume()
      return {
        status: response.statusCode ?? 0,
        retryAfterMs: 1_000 * (Number(response.headers['retry-after']) || 0),
      }
    },
    close: () => {
      secureAgent.destroy()
      plainAgent.destroy()
    },
  }
}

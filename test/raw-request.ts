// Requests that no careful client would send, byte for byte; what `fetch` refuses to send, or sends in its own way.
import { request as send, type Agent, type IncomingHttpHeaders } from 'node:http'

export interface RawRequest {
  method: string
  path: string
  /** Values are bytes. */
  headers: Record<string, string>
  body?: string | Uint8Array
  /** A connection of its own without one. */
  agent?: Agent
}

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Sends it to a server, with nothing added but the body's length. */
export function sendRaw(
  { url }: { url: string },
  { method, path, headers, body = '', agent }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const length = body.length === 0 ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const options = { agent: agent ?? false, hostname, port, method, path, headers: { ...headers, ...length } }
  return new Promise((resolve, reject) => {
    const request = send(options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

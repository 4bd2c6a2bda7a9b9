// Raw HTTP requests that `fetch` refuses to send or would normalize.
import { request as send, type Agent, type IncomingHttpHeaders } from 'node:http'

export interface RawRequest {
  method: string
  path: string
  /** One character is one byte. */
  headers: Record<string, string>
  body?: string | Uint8Array
  /** A new connection when absent. */
  agent?: Agent
}

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Sends the request to a server, adding nothing but the body's length. */
export function sendRaw(
  { url }: { url: string },
  { method, path, headers, body = '', agent }: RawRequest,
): Promise<RawResponse> {
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

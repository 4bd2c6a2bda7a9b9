// A small HTTP server that stands in for an external service.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export interface StandInRequest {
  method: string
  url: URL
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface StandInResponse {
  status: number
  body: unknown
  headers?: Record<string, string>
}

export interface StandInServer {
  /** Such as http://127.0.0.1:34567. */
  url: string
  /** Whether it responds at all; if not, it closes the connection. */
  isUp: boolean
  /** Whether it accepts requests without ever responding. */
  isSilent: boolean
  /** The number of requests so far. */
  requestCount: number
  close(): Promise<void>
}

/** Starts it on a free port; paths unknown to `response` are 404. Bodies are sent as JSON. */
export async function startStandInServer(
  respond: (standInRequest: StandInRequest) => StandInResponse | null | Promise<StandInResponse | null>,
): Promise<StandInServer> {
  const server = createServer((request, response) => {
    void (async () => {
      standIn.requestCount += 1
      if (!standIn.isUp) return request.socket.destroy()
      if (standIn.isSilent) return
      const { method = 'GET', headers } = request
      const standInRequest = {
        method,
        url: new URL(request.url ?? '/', standIn.url),
        headers,
        body: await text(request),
      }
      const {
        status,
        body,
        headers: extraHeaders,
      } = (await respond(standInRequest)) ?? { status: 404, body: null }
      response
        .writeHead(status, { 'content-type': 'application/json', ...extraHeaders })
        .end(JSON.stringify(body))
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const standIn: StandInServer = {
    url: `http://127.0.0.1:${port}`,
    isUp: true,
    isSilent: false,
    requestCount: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

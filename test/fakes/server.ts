// A small fake HTTP server of an external service.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export interface FakeServiceRequest {
  method: string
  url: URL
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface FakeServiceResponse {
  status: number
  body: unknown
  headers?: Record<string, string>
}

export interface FakeService {
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
export async function startFakeService(
  respond: (
    serviceRequest: FakeServiceRequest,
  ) => FakeServiceResponse | null | Promise<FakeServiceResponse | null>,
): Promise<FakeService> {
  const server = createServer((request, response) => {
    void (async () => {
      fake.requestCount += 1
      if (!fake.isUp) return request.socket.destroy()
      if (fake.isSilent) return
      const { method = 'GET', headers } = request
      const serviceRequest = {
        method,
        url: new URL(request.url ?? '/', fake.url),
        headers,
        body: await text(request),
      }
      const {
        status,
        body,
        headers: extraHeaders,
      } = (await respond(serviceRequest)) ?? { status: 404, body: null }
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
  const fake: FakeService = {
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
  return fake
}

// Client errors: bytes that are no HTTP request, or whose head is too long, get the same JSON as other errors.
import type { Socket } from 'node:net'
import { appError } from '../app-error.ts'

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers an unreadable request and closes its connection; ignores a connection already closed. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(appError('invalid').errorResponse.body)
  // Otherwise it stays half-open for as long as the client keeps sending.
  socket.once('finish', () => socket.destroy())
  socket.end(
    [
      `HTTP/1.1 ${statusLines[error.code ?? ''] ?? '400 Bad Request'}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      '',
      body,
    ].join('\r\n'),
  )
}

// A keep-alive connection that sends one request at a time and parses as little of the answer as possible.
import { connect } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')

/** A request in its wire format. */
export function requestBytes({ method = 'GET', path, port, cookie, body }) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/** Opens a connection; calls `answered({ status, body })` for each answer, `failed(why)` at most once. */
export function openHttpConnection({ port, from, answered, failed }) {
  let rest = null
  const came = (chunk) => {
    let data = rest === null ? chunk : Buffer.concat([rest, chunk])
    rest = null
    while (data.length > 0) {
      const end = data.indexOf(headEnd)
      const head = end < 0 ? '' : data.latin1Slice(0, end)
      const length = lengthOf(head)
      const bodyAt = end + headEnd.length
      if (end < 0 || data.length < bodyAt + length) {
        rest = data
        return
      }
      const body = data.subarray(bodyAt, bodyAt + length)
      data = data.subarray(bodyAt + length)
      answered({ status: Number(head.slice(9, 12)), body })
    }
  }
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
  socket.on('data', came)
  socket.on('error', (error) => failed(error.message))
  socket.on('close', () => failed('The connection was closed.'))
  return { send: (bytes) => socket.write(bytes), close: () => socket.destroy() }
}

function lengthOf(head) {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  return Number(length ?? 0)
}

/**
 * A pool of at most `connections` connections, opened on demand: a server closes idle ones. `ask(bytes)` settles
 * with status, body and ms.
 */
export function createHttpPool({ port, connections }) {
  const waiting = []
  const idle = []
  const all = []
  let isClosing = false

  const openOne = () => {
    let current = null
    const connection = openHttpConnection({
      port,
      from: '127.0.0.1',
      answered: ({ status, body }) => {
        current.resolve({ status, body: Buffer.from(body), ms: performance.now() - current.askedMs })
        take(waiting.shift())
      },
      failed: (why) => {
        if (!isClosing) current?.reject(new Error(why))
      },
    })
    const take = (asked) => {
      current = asked ?? null
      if (current) connection.send(current.bytes)
      else idle.push(take)
    }
    all.push(connection)
    return take
  }
  return {
    ask: (bytes) =>
      new Promise((resolve, reject) => {
        const asked = { bytes, askedMs: performance.now(), resolve, reject }
        const take = idle.pop() ?? (all.length < connections ? openOne() : null)
        if (take) take(asked)
        else waiting.push(asked)
      }),
    close: () => {
      isClosing = true
      for (const connection of all) connection.close()
    },
  }
}

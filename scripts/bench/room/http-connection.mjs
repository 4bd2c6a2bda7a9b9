// A keep-alive connection that sends one request at a time and parses as little of the response as possible.
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

/** Opens a connection; calls `onResponse({ status, body })` for each response, `onFailure(reason)` at most once. */
export function openHttpConnection({ port, from, onResponse, onFailure }) {
  let buffered = null
  const onData = (chunk) => {
    let data = buffered === null ? chunk : Buffer.concat([buffered, chunk])
    buffered = null
    while (data.length > 0) {
      const end = data.indexOf(headEnd)
      const head = end < 0 ? '' : data.latin1Slice(0, end)
      const length = lengthOf(head)
      const bodyAt = end + headEnd.length
      if (end < 0 || data.length < bodyAt + length) {
        buffered = data
        return
      }
      const body = data.subarray(bodyAt, bodyAt + length)
      data = data.subarray(bodyAt + length)
      onResponse({ status: Number(head.slice(9, 12)), body })
    }
  }
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
  socket.on('data', onData)
  socket.on('error', (error) => onFailure(error.message))
  socket.on('close', () => onFailure('The connection was closed.'))
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
  const queue = []
  const idle = []
  const all = []
  let isClosing = false

  const openConnection = () => {
    let current = null
    const connection = openHttpConnection({
      port,
      from: '127.0.0.1',
      onResponse: ({ status, body }) => {
        current.resolve({ status, body: Buffer.from(body), ms: performance.now() - current.sentMs })
        dispatch(queue.shift())
      },
      onFailure: (reason) => {
        if (!isClosing) current?.reject(new Error(reason))
      },
    })
    const dispatch = (request) => {
      current = request ?? null
      if (current) connection.send(current.bytes)
      else idle.push(dispatch)
    }
    all.push(connection)
    return dispatch
  }
  return {
    ask: (bytes) =>
      new Promise((resolve, reject) => {
        const request = { bytes, sentMs: performance.now(), resolve, reject }
        const dispatch = idle.pop() ?? (all.length < connections ? openConnection() : null)
        if (dispatch) dispatch(request)
        else queue.push(request)
      }),
    close: () => {
      isClosing = true
      for (const connection of all) connection.close()
    },
  }
}

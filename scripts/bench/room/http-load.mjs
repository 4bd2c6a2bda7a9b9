// A load generator: repeats requests on keep-alive connections and counts the responses.
import { openHttpConnection, requestBytes, createHttpPool } from './http-connection.mjs'
import { serveRpc } from './processes.mjs'
import { quantiles } from './quantiles.mjs'

let requests = []

/** Sets the requests that `load` cycles through. */
function prepare({ port, requests: input }) {
  requests = input.map((request) => requestBytes({ ...request, port }))
}

/**
 * Sends requests for `seconds`, on `connections` connections, each as soon as it has its response. It sleeps while
 * idle, unless `isAwake`: waking a sleeping process for each response costs the sender of the response time.
 */
async function load({ port, connections, seconds, isAwake = false }) {
  const startedMs = performance.now()
  const endsMs = startedMs + seconds * 1_000
  const tookMs = []
  const errors = new Map()
  let next = 0
  let isLoading = isAwake
  const stayAwake = () => {
    if (isLoading) setImmediate(stayAwake)
  }
  stayAwake()
  await Promise.all(
    Array.from({ length: connections }, (_, index) => {
      return new Promise((resolve) => {
        let sentMs = 0
        const sendNext = () => {
          sentMs = performance.now()
          if (sentMs >= endsMs) {
            connection.close()
            return
          }
          connection.send(requests[next++ % requests.length])
        }
        const connection = openHttpConnection({
          port,
          from: `127.0.0.${2 + (index % 5)}`,
          onResponse: ({ status, body }) => {
            tookMs.push(performance.now() - sentMs)
            if (status >= 300) errors.set(`${status} ${body.toString().slice(0, 120)}`, 1)
            sendNext()
          },
          onFailure: resolve,
        })
        sendNext()
      })
    }),
  )
  isLoading = false
  const elapsedMs = performance.now() - startedMs
  return {
    responses: tookMs.length,
    perSecond: tookMs.length / (elapsedMs / 1_000),
    tookMs: quantiles(tookMs),
    errors: [...errors.keys()].slice(0, 3),
  }
}

/** Sends each request once; returns the parsed values and their size in bytes. */
async function sendEach({ port, requests: input, connections = 1 }) {
  const pool = createHttpPool({ port, connections })
  const responses = await Promise.all(input.map((request) => pool.ask(requestBytes({ ...request, port }))))
  pool.close()
  const failed = responses.find(({ status }) => status >= 300)
  if (failed) throw new Error(`${failed.status} ${failed.body}`)
  return responses.map(({ body }) => ({ value: JSON.parse(body.toString()), bytes: body.length }))
}

serveRpc({ prepare, load, sendEach })

// A load generator: repeats requests on keep-alive connections and counts the answers.
import { openHttpConnection, requestBytes, createHttpPool } from './http-connection.mjs'
import { serveRpc } from './processes.mjs'
import { quantiles } from './quantiles.mjs'

let requests = []

/** Sets the requests that `load` cycles through. */
function prepare({ port, asked }) {
  requests = asked.map((request) => requestBytes({ ...request, port }))
}

/**
 * Sends requests for `seconds`, on `connections` connections, each as soon as it has its answer. It sleeps while
 * idle, unless `isAwake`: waking a sleeping process for each answer costs the sender of the answer time.
 */
async function load({ port, connections, seconds, isAwake = false }) {
  const beganMs = performance.now()
  const endsMs = beganMs + seconds * 1_000
  const tookMs = []
  const faults = new Map()
  let next = 0
  let isLoading = isAwake
  const stayAwake = () => {
    if (isLoading) setImmediate(stayAwake)
  }
  stayAwake()
  await Promise.all(
    Array.from({ length: connections }, (_, index) => {
      return new Promise((resolve) => {
        let askedMs = 0
        const askNext = () => {
          askedMs = performance.now()
          if (askedMs >= endsMs) {
            connection.close()
            return
          }
          connection.send(requests[next++ % requests.length])
        }
        const connection = openHttpConnection({
          port,
          from: `127.0.0.${2 + (index % 5)}`,
          answered: ({ status, body }) => {
            tookMs.push(performance.now() - askedMs)
            if (status >= 300) faults.set(`${status} ${body.toString().slice(0, 120)}`, 1)
            askNext()
          },
          failed: resolve,
        })
        askNext()
      })
    }),
  )
  isLoading = false
  const lastedMs = performance.now() - beganMs
  return {
    answers: tookMs.length,
    perSecond: tookMs.length / (lastedMs / 1_000),
    tookMs: quantiles(tookMs),
    faults: [...faults.keys()].slice(0, 3),
  }
}

/** Sends each request once; returns the parsed values and their size in bytes. */
async function each({ port, asked, connections = 1 }) {
  const pool = createHttpPool({ port, connections })
  const answers = await Promise.all(asked.map((request) => pool.ask(requestBytes({ ...request, port }))))
  pool.close()
  const wrong = answers.find(({ status }) => status >= 300)
  if (wrong) throw new Error(`${wrong.status} ${wrong.body}`)
  return answers.map(({ body }) => ({ value: JSON.parse(body.toString()), bytes: body.length }))
}

serveRpc({ prepare, load, each })

// A process that asks a server over and over, on connections that stay open, and counts the answers.
import { openHttpConnection, requestBytes, createHttpPool } from './http-connection.mjs'
import { serveRpc } from './processes.mjs'
import { quantiles } from './quantiles.mjs'

let requests = []

/** Takes the requests that `load` goes through, round and round. */
function prepare({ port, asked }) {
  requests = asked.map((request) => requestBytes({ ...request, port }))
}

/**
 * Asks for so many seconds, on so many connections, each as soon as it has its answer. While nothing comes it rests, unless
 * it is to stay awake: whoever sleeps is woken for each answer, at the expense of whoever sends it.
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

/** Asks each of these once; answers the values and how many bytes they had. */
async function each({ port, asked, connections = 1 }) {
  const pool = createHttpPool({ port, connections })
  const answers = await Promise.all(asked.map((request) => pool.ask(requestBytes({ ...request, port }))))
  pool.close()
  const wrong = answers.find(({ status }) => status >= 300)
  if (wrong) throw new Error(`${wrong.status} ${wrong.body}`)
  return answers.map(({ body }) => ({ value: JSON.parse(body.toString()), bytes: body.length }))
}

serveRpc({ prepare, load, each })

// Simulates the pages of a crowd as a stream begins: each waits its time, and requests the playlist.
import { createHttpPool, requestBytes } from './http-connection.mjs'
import { quantiles } from './quantiles.mjs'

const connections = 100
const binMs = 200

/** Follows these members until all have the playlist, and then calls `onDone`; `delaysMs` has one delay of each. */
export function createStreamStart({ server, members, delaysMs, path, onDone }) {
  const pool = createHttpPool({ port: server.port, connections })
  const toldMs = new Map()
  const requestedMs = []
  const responseMs = []
  const failures = []
  let done = 0

  const request = async ({ user: { cookie } }) => {
    requestedMs.push(performance.now())
    try {
      const { status, ms } = await pool.ask(requestBytes({ path, port: server.port, cookie }))
      responseMs.push(ms)
      if (status !== 200) failures.push(`GET ${path} returned ${status}`)
    } catch (error) {
      failures.push(error.message)
    }
    done += 1
    if (done === members.length) onDone()
  }

  return {
    changed: (member, text) => {
      if (toldMs.has(member) || !text.includes('"state":"on"')) return
      const delayMs = delaysMs[toldMs.size]
      toldMs.set(member, performance.now())
      setTimeout(() => void request(member), delayMs)
    },
    isOver: () => done === members.length,
    /** In ms. `busiest` is the share of the busiest fifth of a second; spread evenly over 2 s it is a tenth. */
    report: () => {
      pool.close()
      const told = [...toldMs.values()]
      const first = Math.min(...told)
      const bins = new Map()
      for (const ms of requestedMs) {
        const bin = Math.floor((ms - first) / binMs)
        bins.set(bin, (bins.get(bin) ?? 0) + 1)
      }
      return {
        toldMs: Math.max(...told) - first,
        spreadMs: Math.max(...requestedMs) - Math.min(...requestedMs),
        busiest: Math.max(...bins.values()) / requestedMs.length,
        responseMs: quantiles(responseMs),
        failures: failures.slice(0, 3),
        failureCount: failures.length,
      }
    },
  }
}

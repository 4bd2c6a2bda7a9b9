// Simulates the pages of a crowd at midnight: each waits a little, requests the new day, and joins its room.
import { createHttpPool, requestBytes } from './http-connection.mjs'
import { quantiles } from './quantiles.mjs'

const connections = 100
const todayPath = '/api/meditation/today'

/** Follows these members over midnight; each waits up to `jitterMs`. */
export function createMidnight({ server, members, jitterMs }) {
  const pool = createHttpPool({ port: server.port, connections })
  const noticedMs = new Map()
  const responseMs = []
  const failures = []
  const joinedMs = []

  const switchDay = async (member, day) => {
    const { cookie } = member.user
    try {
      const { status, ms } = await pool.ask(requestBytes({ path: todayPath, port: server.port, cookie }))
      responseMs.push(ms)
      if (status !== 200) failures.push(`GET today returned ${status}`)
    } catch (error) {
      failures.push(error.message)
    }
    member.join(day)
  }

  return {
    changed: (member, text) => {
      if (noticedMs.has(member)) return
      noticedMs.set(member, performance.now())
      const { sessionDate } = JSON.parse(text)
      setTimeout(() => void switchDay(member, sessionDate), Math.random() * jitterMs)
    },
    rejoined: () => joinedMs.push(performance.now()),
    isOver: () => joinedMs.length === members.length,
    /** In ms from the first message of the new day. */
    report: (countedMs) => {
      pool.close()
      const times = [...noticedMs.values()].sort((a, b) => a - b)
      const [first = 0] = times
      const sinceFirst = (ms) => ms - first
      return {
        noticedMs: sinceFirst(times.at(-1) ?? 0),
        joinedMs: sinceFirst(Math.max(...joinedMs)),
        countedMs: sinceFirst(countedMs),
        todayMs: quantiles(responseMs),
        failures: failures.slice(0, 3),
        failureCount: failures.length,
      }
    },
  }
}

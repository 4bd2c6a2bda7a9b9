// Simulates the pages of a crowd at midnight: each waits a little, requests the new day, and joins its room.
import { createHttpPool, requestBytes } from './http-connection.mjs'
import { quantiles } from './quantiles.mjs'

const connections = 100
const todayPath = '/api/meditation/today'

/** Follows these members over midnight; each waits up to `jitterMs`. */
export function createMidnight({ place, members, jitterMs }) {
  const pool = createHttpPool({ port: place.port, connections })
  const toldMs = new Map()
  const answerMs = []
  const failures = []
  const joinedMs = []

  const move = async (member, day) => {
    const { cookie } = member.person
    try {
      const { status, ms } = await pool.ask(requestBytes({ path: todayPath, port: place.port, cookie }))
      answerMs.push(ms)
      if (status !== 200) failures.push(`today answered ${status}`)
    } catch (error) {
      failures.push(error.message)
    }
    member.join(day)
  }

  return {
    changed: (member, text) => {
      if (toldMs.has(member)) return
      toldMs.set(member, performance.now())
      const { sessionDate } = JSON.parse(text)
      setTimeout(() => void move(member, sessionDate), Math.random() * jitterMs)
    },
    rejoined: () => joinedMs.push(performance.now()),
    isOver: () => joinedMs.length === members.length,
    /** In ms from the first message of the new day. */
    report: (knownMs) => {
      pool.close()
      const told = [...toldMs.values()].sort((a, b) => a - b)
      const [first = 0] = told
      const since = (ms) => ms - first
      return {
        toldMs: since(told.at(-1) ?? 0),
        joinedMs: since(Math.max(...joinedMs)),
        knownMs: since(knownMs),
        todayMs: quantiles(answerMs),
        failures: failures.slice(0, 3),
        failureCount: failures.length,
      }
    },
  }
}

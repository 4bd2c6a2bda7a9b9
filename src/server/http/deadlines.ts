// Request deadlines: late requests get a 503. One timer for all is cheaper than one per request.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { appError } from '../app-error.ts'

export interface Deadlines {
  /** Sets the deadline unless the reply already has one. */
  start(reply: FastifyReply, withinMs: number): void
}

const pollEveryMs = 1_000

/**
 * Enforces deadlines until the server closes, late by at most one polling interval. Answered requests are dropped
 * at the next poll.
 */
export function createDeadlines(app: FastifyInstance, everyMs = pollEveryMs): Deadlines {
  const due = new Map<FastifyReply, number>()
  const poll = (): void => {
    const nowMs = performance.now()
    for (const [reply, dueAtMs] of due) {
      const isDone = reply.sent || reply.raw.destroyed
      if (!isDone && nowMs < dueAtMs) continue
      due.delete(reply)
      if (isDone) continue
      // A partly sent answer can't be replaced.
      if (reply.raw.headersSent) reply.raw.destroy()
      else reply.send(appError('unavailable'))
    }
  }
  const timer = setInterval(poll, everyMs)
  timer.unref()
  app.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })
  return {
    start: (reply, withinMs) => {
      if (!due.has(reply)) due.set(reply, performance.now() + withinMs)
    },
  }
}

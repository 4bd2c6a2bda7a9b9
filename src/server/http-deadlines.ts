// Requests that take too long are answered with 503. One timer looks after all of them: one for each, as the framework
// has it, costs more than a small answer does.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { appError } from './app-error.ts'

export interface Deadlines {
  /** An answer is due within so many milliseconds, unless it is due already. */
  begin(reply: FastifyReply, withinMs: number): void
}

const pollEveryMs = 1_000

/**
 * Looks after the requests of a server until it is closed; an answer may be late by the time between two looks. Those
 * that are answered are let go with the next look.
 */
export function createDeadlines(app: FastifyInstance, everyMs = pollEveryMs): Deadlines {
  const due = new Map<FastifyReply, number>()
  const look = (): void => {
    const nowMs = performance.now()
    for (const [reply, dueAtMs] of due) {
      const isOver = reply.sent || reply.raw.destroyed
      if (!isOver && nowMs < dueAtMs) continue
      due.delete(reply)
      if (isOver) continue
      // What is half sent can't become another answer.
      if (reply.raw.headersSent) reply.raw.destroy()
      else reply.send(appError('unavailable'))
    }
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  app.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })
  return {
    begin: (reply, withinMs) => {
      if (!due.has(reply)) due.set(reply, performance.now() + withinMs)
    },
  }
}

// Requests that take too long are answered with 503. One timer looks after all of them: one for each, as the framework
// has it, costs more than a small answer does.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from './refusal.ts'

export interface Deadlines {
  /** An answer is due within so many milliseconds. */
  begin(reply: FastifyReply, withinMs: number): void
}

const lookEveryMs = 1_000

/** Looks after the requests of a server until it is closed; an answer may be late by the time between two looks. */
export function createDeadlines(app: FastifyInstance, everyMs = lookEveryMs): Deadlines {
  const due = new Map<FastifyReply, number>()
  const look = (): void => {
    const nowMs = performance.now()
    for (const [reply, dueAtMs] of due) {
      if (nowMs < dueAtMs) continue
      due.delete(reply)
      if (reply.sent || reply.raw.destroyed) continue
      // What is half sent can't become another answer.
      if (reply.raw.headersSent) reply.raw.destroy()
      else reply.send(refuse('unavailable'))
    }
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  app.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })
  app.addHook('onResponse', (_, reply, done) => {
    due.delete(reply)
    done()
  })
  return {
    begin: (reply, withinMs) => {
      due.set(reply, performance.now() + withinMs)
    },
  }
}

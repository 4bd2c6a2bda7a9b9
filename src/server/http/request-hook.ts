// Fastify hooks without needless promises: one per hook and request costs more than most hooks do.
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'

/** Runs `work` as a hook, synchronous or not; an error becomes the response. */
export function requestHook(
  work: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>,
): onRequestHookHandler {
  return (request, reply, done) => {
    let working: void | Promise<void>
    try {
      working = work(request, reply)
    } catch (error) {
      done(asError(error))
      return
    }
    if (!working) {
      done()
      return
    }
    const succeed = (): void => done()
    const fail = (error: unknown): void => done(asError(error))
    void working.then(succeed, fail)
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

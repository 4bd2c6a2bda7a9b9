// Hooks of Fastify that wait only where there is something to wait for: a promise for each hook of each request costs
// more than what most of them do.
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'

/** A hook that is done when the work is, at once or later; what is thrown becomes the answer. */
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

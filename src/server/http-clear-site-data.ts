// What goes out with the answers by which a person leaves: the browser forgets what it has kept of our answers (T44).
import type { FastifyInstance } from 'fastify'

/** A call as method and path. */
export interface CallRoute {
  method: string
  path: string
}

/**
 * Lets the browser empty its cache when one of these calls succeeds, with the pages it keeps for its Back button. Nothing
 * else: what is stored for the other people of a shared browser stays. To be called before the calls are mounted.
 */
export function clearSiteDataAfter(app: FastifyInstance, calls: readonly CallRoute[]): void {
  const leaving = new Set(calls.map(({ method, path }) => `${method} ${path}`))
  app.addHook('onRoute', (route) => {
    if (!leaving.has(`${String(route.method)} ${route.url}`)) return
    route.onSend = async (_request, reply) => {
      if (reply.statusCode < 400) reply.header('clear-site-data', '"cache"')
    }
  })
}

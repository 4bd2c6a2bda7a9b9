// Clear-Site-Data on sign-out: the browser clears its cached answers when a member leaves (T44).
import type { FastifyInstance } from 'fastify'

export interface CallRoute {
  method: string
  path: string
}

/**
 * Sends the header when one of these calls succeeds, which clears the HTTP cache and the back/forward cache.
 * Storage stays: a shared browser may hold other members' data. Call it before mounting the calls.
 */
export function clearSiteDataAfter(app: FastifyInstance, calls: readonly CallRoute[]): void {
  const signOutRoutes = new Set(calls.map(({ method, path }) => `${method} ${path}`))
  app.addHook('onRoute', (route) => {
    if (!signOutRoutes.has(`${String(route.method)} ${route.url}`)) return
    route.onSend = async (_request, reply) => {
      if (reply.statusCode < 400) reply.header('clear-site-data', '"cache"')
    }
  })
}

// The page of a hall's screen: a document of its own, which is the same for everyone. It has no session (HALL-02).
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { publicCommunityCalls } from '#features/community/public-contract.ts'
import { publicCommunity } from '#features/community/server/service.ts'
import { hallPath } from '#features/halls/address.ts'
import type { Platform } from '#server/context.ts'
import { createHtmlDocument, pageHeaders, readBuiltPages, withResponses } from '#server/http/static-files.ts'
import { pathOf } from '#shared/endpoint.ts'
import { withLook } from './public-files.ts'

interface HallPageOptions extends Pick<Platform, 'calendar' | 'clock' | 'community'> {
  /** The built web app; null in development. */
  webDir: string | null
  /** Rate limit hook of pages. */
  limitReads: onRequestAsyncHookHandler
}

/** Mounts /hall with the community, which every page brings along. */
export function mountHallPage(
  app: FastifyInstance,
  { calendar, clock, community, webDir, limitReads }: HallPageOptions,
): void {
  const readPage = createHtmlDocument(community, readBuiltPages(webDir, 'hall.html'))
  const look = community.derive((settings) => (page: string) => withLook(page, settings))
  if (readPage() === null) return
  app.get(hallPath, { onRequest: limitReads }, async (_request, reply) => {
    const html = readPage() ?? ''
    const responses = {
      serverTimeMs: clock.now(),
      byPath: { [pathOf(publicCommunityCalls.community, {})]: publicCommunity({ calendar, community }) },
      isSignedOut: true,
    }
    return reply
      .header('cache-control', 'no-cache')
      .header('x-robots-tag', 'noindex')
      .headers(pageHeaders(html))
      .send(withResponses(look()(html), responses))
  })
}

// Responses in the language of their request.
import type { FastifyInstance } from 'fastify'
import type { Community } from '../community/community.ts'
import { inLanguage, languageOfRequest } from '../language/reader.ts'

/** Responds to each request in its language, and says so in the headers of pages and calls. */
export function respondInLanguage(app: FastifyInstance, community: Pick<Community, 'settings'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const language = languageOfRequest(request, community.settings().language)
    if (!languageless.test(request.url))
      reply.header('content-language', language).header('vary', 'Accept-Language, Cookie')
    inLanguage(language, done)
  })
}

/** Files that are the same in all languages. */
const languageless = /^\/(assets|icons|media)\//

// Responses in the language of their request.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '#shared/i18n/t.ts'
import type { Community } from '../community/community.ts'
import { inLanguage, languageOfRequest } from '../i18n/locale.ts'

/** Responds to each request in its language, and says so in the headers of pages and calls. */
export function respondInLanguage(app: FastifyInstance, community: Pick<Community, 'settings'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const language = languageOfRequest(request, community.settings().language)
    if (!languageless.test(request.url))
      reply.header('content-language', language).header('vary', 'Accept-Language, Cookie')
    inLanguage(language, done)
  })
}

/** For a response in a language that its request doesn't choose, such as its member's. */
export function setResponseLanguage(reply: FastifyReply, language: Language): void {
  reply.header('content-language', language).removeHeader('vary')
}

/** Files that are the same in all languages. */
const languageless = /^\/(assets|icons|media)\//

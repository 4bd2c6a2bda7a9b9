// Responses in the language of their request.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '#shared/i18n/t.ts'
import type { Community } from '../community/community.ts'
import { withLocale, requestLocale } from '../i18n/locale.ts'

/** Responds to each request in its language, and says so in the headers of pages and calls. */
export function respondInRequestLocale(app: FastifyInstance, community: Pick<Community, 'settings'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const language = requestLocale(request, community.settings().language)
    if (!languageless.test(request.url))
      reply.header('content-language', language).header('vary', 'Accept-Language, Cookie')
    withLocale(language, done)
  })
}

/** For a response in a language that its request doesn't choose, such as its member's. */
export function setResponseLocale(reply: FastifyReply, language: Language): void {
  reply.header('content-language', language).removeHeader('vary')
}

/** Files that are the same in all languages. */
const languageless = /^\/(assets|icons|media|pictures)\//

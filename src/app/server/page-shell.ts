// Page shells: static markup of a screen, sent with the page, that shows until the app's script has drawn the screen.
import type { FastifyRequest } from 'fastify'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { loadsFromYoutube, parseMediaAddress } from '#features/templates/media-address.ts'
import { formatDay } from '#shared/day.ts'
import type { CallerSessions, Platform } from '#server/context.ts'
import { sessionTokenOf } from '#server/http/session-cookie.ts'

import { readHtmlDocument, type PageShell } from '#server/http/static-files.ts'

interface PageShellOptions {
  config: Platform['config']
  webDir: string | null
  authenticate: CallerSessions['authenticate']
  /** The day's meditation, null without one. */
  meditationToday: () => Promise<DailyMeditation | null>
}

const meditationPaths = new Set(['/', '/meditation'])

/**
 * Returns the function that finds a request's shell: the meditation for members, the sign-in for visitors without a
 * session who open it or are sent to it, and null where the screen isn't known beforehand.
 */
export function createPageShells(options: PageShellOptions): (request: FastifyRequest) => Promise<PageShell> {
  const { config, webDir, authenticate, meditationToday } = options
  const auth = readHtmlDocument(webDir, 'shells/auth.html', config.appName)
  const meditation = readHtmlDocument(webDir, 'shells/meditation.html', config.appName)
  return async (request) => {
    const [path = '', query] = request.url.split('?', 2)
    const isMeditation = meditationPaths.has(path)
    // A query changes what the sign-in shows.
    if (query !== undefined || (path !== '/auth' && !isMeditation)) return null
    const token = sessionTokenOf(config, request.headers.cookie)
    if (token === null) return auth === null ? null : { html: auth, isPersonal: false }
    if (!isMeditation || meditation === null) return null
    try {
      const { persona, user } = await authenticate(token, request.address)
      if (user === null || persona === 'banned' || !user.profileCompleted) return null
      const today = await meditationToday()
      return today && { html: fillMeditation(meditation, today), isPersonal: true }
    } catch (error) {
      // The screen shows what is wrong.
      request.log.warn({ err: error }, 'A page was sent without its shell.')
      return null
    }
  }
}

function fillMeditation(template: string, { date, title, thumbnailUrl }: DailyMeditation): string {
  const url = parseMediaAddress(thumbnailUrl)
  const poster =
    url === null || loadsFromYoutube(url)
      ? ''
      : `<img src="${escapeHtml(url)}" alt="" referrerpolicy="no-referrer" fetchpriority="high" class="absolute inset-0 size-full object-cover" />`
  const values: Readonly<Record<string, string>> = {
    date: escapeHtml(formatDay(date)),
    title: escapeHtml(title),
    poster,
  }
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

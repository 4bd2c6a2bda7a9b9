// What a page contains for its viewer: a static shell of the first screen, and the responses of its first calls.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authCalls } from '#features/auth/contract.ts'
import { publicCommunityCalls } from '#features/community/public-contract.ts'
import { publicCommunity, welcomeOf } from '#features/community/server/service.ts'
import { energyCalls } from '#features/energy/contract.ts'
import { historyCalls } from '#features/history/contract.ts'
import { summarizeChart } from '#features/history/format-chart.ts'
import { buildHistory, daysWithin, formatWeekRange, periodRange } from '#features/history/history.ts'
import { meditationCalls, previewCalls } from '#features/meditation/contract.ts'
import { practiceCalls } from '#features/practice/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { loadsFromYoutube, parseMediaAddress } from '#features/templates/media-address.ts'
import type { StoredSettings } from '#server/community/community.ts'
import type { CallerSessions, Platform } from '#server/context.ts'
import { contentHtml } from '#server/html/content-html.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import { sessionTokenOf } from '#server/http/session-cookie.ts'
import { createHtmlDocument, readBuiltPages, type PageContent } from '#server/http/static-files.ts'
import { cadenceOf, signInLead } from '#shared/cadence.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { pathOf, type SentResponseOf, type Endpoint, type EndpointInput } from '#shared/endpoint.ts'
import { currentLocale, type Language } from '#shared/i18n/t.ts'
import { screenPath } from '#shared/screen-path.ts'

interface PageContentOptions
  extends
    Pick<Platform, 'calendar' | 'community' | 'config' | 'clock'>,
    Pick<CallerSessions, 'authenticate'> {
  webDir: string | null
}

/**
 * Returns the function that finds a request's content. For members these are the responses of the calls that their
 * screen makes first, with a shell of the meditation or the history. Visitors without a session get the shell of the
 * sign-in. A screen that may turn out to be another one has no shell.
 */
export function createPageContent(
  app: FastifyInstance,
  { calendar, community, config, clock, webDir, authenticate }: PageContentOptions,
): (request: FastifyRequest) => Promise<PageContent> {
  const readShell = (name: string) =>
    createHtmlDocument(community, readBuiltPages(webDir, `shells/${name}.html`))
  const readSignIn = readShell('auth')
  const signIn = community.derive((settings) => {
    const shell = readSignIn()
    const preview = settings.joining === 'open' ? '<div class="min-h-24 columns:hidden"></div>' : ''
    return (
      shell &&
      fillTemplate(shell, {
        lead: welcomeLead(settings),
        preview,
      })
    )
  })
  const meditation = readShell('meditation')
  const history = readShell('mood-analytics')
  return async (request) => {
    const [path = '', query] = request.url.split('?', 2)
    const isMeditation = screenPath(path) === '/meditation'
    const serverTimeMs = clock.now()
    // Every page, for without it no screen knows the day.
    const inEveryPage = {
      [pathOf(publicCommunityCalls.community, {})]: publicCommunity({ calendar, community }),
    }
    try {
      const token = sessionTokenOf(config, request.headers.cookie)
      // Asked once: each call would look up a cookie without a session in the database again.
      if (token === null || (await authenticate(token, request.address)).session === null) {
        // A query changes what the sign-in shows.
        const isSignIn = query === undefined && (path === '/auth' || isMeditation)
        return {
          shell: isSignIn ? signIn() : null,
          responses: { serverTimeMs, byPath: inEveryPage, isSignedOut: true },
        }
      }
      const { read, byPath } = createReader(app, request)
      const [account, values] = await Promise.all([
        readAccount(read),
        isMeditation
          ? readMeditation(read, community.settings().language)
          : path === '/mood-analytics'
            ? readHistory(read, calendar.today())
            : null,
        read(roomCalls.onlineCount, { query: {} }),
      ])
      const template = isMeditation ? meditation() : history()
      const hasShell = query === undefined && template && values && account?.profileCompleted
      return {
        shell: hasShell ? fillTemplate(template, values) : null,
        responses: { serverTimeMs, byPath: { ...inEveryPage, ...byPath }, isSignedOut: false },
      }
    } catch (error) {
      // The screen shows what is wrong.
      request.log.warn({ err: error }, 'A page was sent without its content.')
      return { shell: null, responses: { serverTimeMs, byPath: inEveryPage, isSignedOut: false } }
    }
  }
}

/** Reads a call as the page's viewer; undefined unless it succeeds. */
type Read = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
) => Promise<SentResponseOf<E> | undefined>

/** A larger response, such as a long history, is left to its call, which compresses it. */
const inlineMaxChars = 32 * 1024

/** `byPath` receives the responses. They pass all guards, as if the page had made the calls itself. */
function createReader(app: FastifyInstance, request: FastifyRequest) {
  const byPath: Record<string, unknown> = {}
  const { cookie, host, 'user-agent': userAgent, 'x-forwarded-for': forwardedFor } = request.headers
  const headers = Object.fromEntries(
    Object.entries({
      cookie,
      host,
      'user-agent': userAgent,
      'x-forwarded-for': forwardedFor,
      // A call names its page's language.
      'accept-language': currentLocale(),
    }).filter(([, value]) => value !== undefined),
  )
  const { remoteAddress } = request.raw.socket
  const read: Read = async (endpoint, input) => {
    const path = pathOf(endpoint, input)
    const response = await app.inject({
      path,
      headers,
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    })
    if (response.statusCode !== 200) return undefined
    const body = response.json<SentResponseOf<typeof endpoint>>()
    if (response.payload.length <= inlineMaxChars) byPath[path] = body
    return body
  }
  return { read, byPath }
}

async function readAccount(read: Read) {
  const identity = await read(authCalls.whoAmI, {})
  return identity && read(authCalls.userByUid, { params: { uid: identity.uid } })
}

async function readMeditation(read: Read, own: Language): Promise<TemplateValues | null> {
  const today = await read(meditationCalls.today, {})
  // For the countdown and the room; not for viewers whom the meditation is refused.
  if (today !== undefined)
    await Promise.all([read(previewCalls.preview, {}), read(sittingsCalls.sittings, { query: {} })])
  if (!today) return null
  const { date, title, language, thumbnailUrl } = today
  await read(energyCalls.entries, { query: { date } })
  const url = parseMediaAddress(thumbnailUrl)
  const poster =
    url === null || loadsFromYoutube(url)
      ? ''
      : `<img src="${escapeHtml(url)}" alt="" referrerpolicy="no-referrer" fetchpriority="high" class="absolute inset-0 size-full object-cover" />`
  const day = escapeHtml(capitalize(formatDay(date)))
  return { date: day, title: contentHtml({ text: title, language }, own), poster }
}

/** The current week, with which the history opens. */
async function readHistory(read: Read, today: string): Promise<TemplateValues | null> {
  const [ownEntries, times, practice] = await Promise.all([
    read(energyCalls.entries, { query: {} }),
    read(historyCalls.times, {}),
    read(practiceCalls.practice, {}),
  ])
  if (!ownEntries || !times || !practice) return null
  const entries = [...ownEntries, ...practice.entries]
  if (entries.length === 0) return null
  const range = periodRange('week', 0, today)
  const days = daysWithin(buildHistory(entries, times), range)
  const { heading, detail } = days.length > 0 ? summarizeChart(days) : { heading: '', detail: '' }
  return { week: formatWeekRange(range), heading: escapeHtml(heading), detail: escapeHtml(detail) }
}

/** Markup by placeholder. */
type TemplateValues = Readonly<Record<string, string>>

function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

/** The first sentence of /auth. */
function welcomeLead(settings: StoredSettings): string {
  const { welcome, welcomeLanguage } = welcomeOf(settings)
  if (welcome === '') return escapeHtml(signInLead(cadenceOf(settings)))
  return contentHtml({ text: welcome, language: welcomeLanguage }, settings.language)
}

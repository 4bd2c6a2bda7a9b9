// The index page with its link preview, and files at well-known addresses. They are for crawlers, security
// researchers, and for installing the app (manifest, service worker, offline page).
import { createHash } from 'node:crypto'
import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import type { CalendarFeedModule } from '#features/calendar-feed/server/module.ts'
import { accentStyle } from '#features/community/accent.ts'
import { logoKinds, logoPath, type LogoKind } from '#features/community/logo.ts'
import { readLogoFile } from '#features/community/server/service.ts'
import { legalNoticePage, legalPages, type LegalPage } from '#features/legal/pages.ts'
import type { Clock } from '#server/clock.ts'
import type { StoredSettings } from '#server/community/community.ts'
import type { Config } from '#server/config/config.ts'
import type { Platform } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import type { EnforceRateLimit } from '#server/http/admission.ts'
import { setResponseLocale } from '#server/http/response-locale.ts'
import { isNotModified, responseCompression } from '#server/http/response.ts'
import { createHtmlDocument, pageHeaders, readBuiltPages, withName } from '#server/http/static-files.ts'
import { appDescription, cadenceOf, pageDescription, shareTitle } from '#shared/cadence.ts'
import { dayMs } from '#shared/durations.ts'
import { perHour } from '#shared/endpoint.ts'
import { directions, currentLocale, t } from '#shared/i18n/t.ts'
import { truncateUtf16 } from '#shared/text.ts'
import { calendarFeedPath } from './secret-pages.ts'

/** The link preview image and its size; made by assets/source/render.mjs. */
const shareImage = {
  path: '/share.jpg',
  type: 'image/jpeg',
  width: 1200,
  height: 630,
  card: 'summary_large_image',
} as const

const logoImage = (logoId: string) => ({
  path: logoPath(logoId, 'maskable-512'),
  type: 'image/png',
  width: 512,
  height: 512,
  card: 'summary',
})

interface PublicFilesOptions extends Pick<Platform, 'community'> {
  config: Pick<Config, 'publicUrl' | 'securityContact'>
  clock: Pick<Clock, 'now'>
  assetsDir: string
}

/** RFC 9116 wants less than a year. */
const securityTextDays = 180
const imageSeconds = 86_400

// Screens behind the sign-in need no rule; members' pictures must not be indexed.
const robotsTxt = `User-agent: *
Disallow: /api/
Disallow: /ws
Disallow: /media/
Disallow: /first-admin
Disallow: /hall
Allow: /
`
// While joining isn't open, nothing is for crawlers (COM-06).
const closedRobotsTxt = `User-agent: *
Disallow: /
`

interface LogoOptions {
  database: Database
  /** Rate limit hook of pictures. */
  limitReads: onRequestAsyncHookHandler
}

/** Mounts the files of the community's logo, which never change: a new logo has other addresses. */
export function mountLogo(app: FastifyInstance, { database, limitReads }: LogoOptions): void {
  const path = `/media/logo/:id(^[0-9a-f]{64}$)/:kind(^(?:${logoKinds.join('|')})$).png`
  app.get<{ Params: { id: string; kind: LogoKind } }>(
    path,
    { onRequest: limitReads },
    async ({ params }, reply) => {
      const content = await readLogoFile(database.query, params.id, params.kind)
      if (!content) return reply.callNotFound()
      return (
        reply
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('cache-control', 'public, max-age=31536000, immutable')
          // Mails and link previews load it elsewhere.
          .header('cross-origin-resource-policy', 'cross-origin')
          .type('image/png')
          .send(content)
      )
    },
  )
}

/** Mounts /robots.txt, /favicon.ico, /share.jpg, and /.well-known/security.txt where SECURITY_CONTACT is set. */
export function mountPublicFiles(
  app: FastifyInstance,
  { config, clock, community, assetsDir }: PublicFilesOptions,
): void {
  const { publicUrl, securityContact } = config
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(community.settings().joining === 'open' ? robotsTxt : closedRobotsTxt),
  )
  const images = [
    ['/favicon.ico', 'icons/favicon.ico', 'image/x-icon'],
    [shareImage.path, 'share.jpg', 'image/jpeg'],
  ] as const
  for (const [path, file, type] of images) {
    const content = readFileSync(join(assetsDir, file))
    app.get(path, async (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${imageSeconds}`)
        // Link previews on other sites load it in the viewer's browser.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(type)
        .send(content),
    )
  }
  if (securityContact === null) return
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date((Math.floor(clock.now() / dayMs) + securityTextDays) * dayMs)
    const text = `Contact: ${securityContact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
`
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(text)
  })
}

interface CalendarFeedOptions {
  findFeed: CalendarFeedModule['findFeed']
  /** Rate limit hook of all reads, unknown tokens included. */
  limitReads: onRequestAsyncHookHandler
  takeToken: EnforceRateLimit
}

const feedReadsPerToken = perHour(60)

/** Mounts the calendar feeds. The token is the whole credential: no session is read (CAL-01, CAL-04). */
export function mountCalendarFeed(
  app: FastifyInstance,
  { findFeed, limitReads, takeToken }: CalendarFeedOptions,
): void {
  const options = { onRequest: limitReads, compress: responseCompression }
  app.get<{ Params: { token: string } }>(calendarFeedPath, options, async (request, reply) => {
    const { token } = request.params
    const feed = await findFeed(token)
    if (!feed) return reply.callNotFound()
    takeToken(request, `calendar-feed ${token}`, feedReadsPerToken)
    // No shared cache keeps it, and a program asks again each time.
    reply.header('cache-control', 'private, no-cache')
    setResponseLocale(reply, feed.language)
    if (isNotModified(request, reply, feed.etag)) return reply.send()
    return reply.type('text/calendar; charset=utf-8').send(feed.text)
  })
}

interface LegalPagesOptions {
  readLegalPage: (page: LegalPage | typeof legalNoticePage) => Promise<string>
  /** Rate limit hook of these pages. */
  limitReads: onRequestAsyncHookHandler
}

/** Mounts the legal pages as Markdown, such as /pages/privacy.md; each request reads the present text. */
export function mountLegalPages(
  app: FastifyInstance,
  { readLegalPage, limitReads }: LegalPagesOptions,
): void {
  for (const page of [...legalPages, legalNoticePage] as const) {
    app.get(`/pages/${page}.md`, { onRequest: limitReads }, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/markdown; charset=utf-8')
        .send(await readLegalPage(page)),
    )
  }
}

interface IndexPageOptions extends Pick<Platform, 'community'> {
  webDir: string | null
  config: Pick<Config, 'publicUrl' | 'securityContact'>
  /** Settings of the sign-in for /auth. */
  identity: object
}

/** The index page, with the settings of /auth, the link preview tags and the accent; null if not built. */
export function createIndexPage({
  community,
  webDir,
  config,
  identity,
}: IndexPageOptions): () => string | null {
  const readPage = createHtmlDocument(community, readBuiltPages(webDir, 'index.html'))
  const meta = metaTag('identity', JSON.stringify({ ...identity, contact: config.securityContact }))
  return community.derive((settings) => {
    const page = readPage()
    const robots = settings.joining === 'open' ? '' : '<meta name="robots" content="noindex" />'
    const cadence = cadenceOf(settings)
    const words = metaTag('description', pageDescription(cadence)) + metaTag('cadence', cadence)
    const head = `</title>${robots}${meta}${words}${openGraphTags(settings, config)}`
    return (
      page &&
      withLook(
        page.replace('</title>', () => head),
        settings,
      )
    )
  })
}

/** Puts the accent after the stylesheet, whose colors it replaces, and the logo in place of the product's icons. */
export function withLook(page: string, settings: StoredSettings): string {
  const { hue, logoId } = settings
  const style = accentStyle(hue)
  const styled =
    style === null ? page : page.replace('</head>', () => `<style id="accent">${style}</style></head>`)
  if (logoId === null) return styled
  return styled
    .replace('<link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />', '')
    .replace('href="/favicon.ico" sizes="48x48"', `href="${logoPath(logoId, 'icon-32')}" sizes="32x32"`)
    .replace('/icons/icon-180.png', logoPath(logoId, 'icon-180'))
}

/**
 * Open Graph tags of every page. They are the same for all visitors, so a referral link doesn't reveal the inviter.
 * There is no og:url, so that a shared link keeps its code.
 */
function openGraphTags(settings: StoredSettings, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  const { name, logoId, joining } = settings
  const image = logoId === null ? shareImage : logoImage(logoId)
  const [title, description] =
    joining === 'open'
      ? [
          shareTitle(cadenceOf(settings), name),
          t('A shared room, a guided meditation, and good company. Come and sit with us.'),
        ]
      : [name, t('A community that meditates together.')]
  const properties = [
    ['og:type', 'website'],
    ['og:site_name', name],
    ['og:title', title],
    ['og:description', description],
    ['og:image', publicUrl + image.path],
    ['og:image:type', image.type],
    ['og:image:width', String(image.width)],
    ['og:image:height', String(image.height)],
    ['og:image:alt', logoId === null ? t('The sun over a still lake') : name],
  ]
  const tags = properties.map(
    ([property = '', content = '']) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
  )
  return [...tags, `<meta name="twitter:card" content="${image.card}" />`].join('')
}

function metaTag(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}" />`
}

interface PwaOptions extends Pick<Platform, 'community' | 'database'> {
  /** The built web app; null in development. */
  webDir: string | null
  /** Rate limit hook of pages. */
  limitReads: onRequestAsyncHookHandler
}

// `--bg` of tokens.css in the light theme, the default; the page itself sets the dark one.
const themeColor = '#faf7f3'

/** The service worker may only fetch from this origin. */
const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'"

/** Mounts the manifest and, with the built web app, service worker and offline page. */
export function mountPwa(
  app: FastifyInstance,
  { webDir, community, database, limitReads }: PwaOptions,
): void {
  const limited = { onRequest: limitReads }
  const manifest = community.derive((settings) => JSON.stringify(webAppManifest(settings)))
  app.get('/manifest.webmanifest', limited, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(manifest()),
  )
  const offlinePages = readBuiltPages(webDir, 'offline.html')
  const readOfflinePage = createHtmlDocument(community, offlinePages)
  // Built with the first request after a change of the settings: its pictures come from the database (T90).
  const offlinePage = community.derive((settings) => {
    let built: Promise<string> | null = null
    return () => {
      built ??= withLogoImages(readOfflinePage() ?? '', database, settings).catch((error: unknown) => {
        built = null
        throw error
      })
      return built
    }
  })
  // A browser installs a worker whose bytes differ, and with it the offline page of now. The worker is the same in all
  // languages: another one for each would be installed whenever two of them meet in a browser.
  const offlineMark = community.derive((settings) => {
    const hash = createHash('sha256')
    for (const page of offlinePages.values()) hash.update(withLook(withName(page, settings), settings))
    hash.update(settings.logoId ?? '')
    return `\n// ${hash.digest('hex')}\n`
  })
  const worker = readBuiltFile(webDir, 'sw.js')
  if (worker !== null) {
    app.get('/sw.js', limited, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', serviceWorkerPolicy)
        .type('text/javascript; charset=utf-8')
        .send(worker + offlineMark()),
    )
  }
  if (readOfflinePage() === null) return
  app.get('/offline', limited, async (_request, reply) => {
    const page = await offlinePage()()
    return reply.header('cache-control', 'no-cache').headers(pageHeaders(page)).send(page)
  })
}

/** The page with the logo as its icon and its picture: nothing else can be loaded while the page is shown. */
async function withLogoImages(page: string, database: Database, settings: StoredSettings): Promise<string> {
  const { logoId } = settings
  const styled = withLook(page, settings)
  if (logoId === null) return styled
  const [icon, picture] = await Promise.all(
    (['icon-32', 'icon-192'] as const).map((kind) => readLogoFile(database.query, logoId, kind)),
  )
  if (!icon || !picture) return styled
  const address = (file: Buffer) => `data:image/png;base64,${file.toString('base64')}`
  return styled
    .replace('</title>', () => `</title><link rel="icon" href="${address(icon)}" sizes="32x32" />`)
    .replace(/<svg[\s\S]*?<\/svg>/, () => `<img src="${address(picture)}" alt="" width="88" height="88" />`)
}

function readBuiltFile(webDir: string | null, name: string): string | null {
  const file = webDir === null ? null : join(webDir, name)
  return file === null || !existsSync(file) ? null : readFileSync(file, 'utf8')
}

const shortNameMaxChars = 12
// Words that mean nothing at the end of a shortened name.
const trailingFillerWords = /(\s+(of|the|and|for|in|at|&|[^\p{L}\p{N}]+))+$/iu

/** A name that fits below an icon: as many whole words as fit, else the start of the first word. */
export function shortName(name: string): string {
  if (name.length <= shortNameMaxChars) return name
  const cut = name.slice(0, shortNameMaxChars + 1)
  const space = cut.lastIndexOf(' ')
  if (space > 0) return cut.slice(0, space).trim().replace(trailingFillerWords, '')
  return truncateUtf16(name, shortNameMaxChars)
}

/** The manifest. Its `id` must stay the same when the first screen moves. */
function webAppManifest(settings: StoredSettings): object {
  const { name, logoId } = settings
  const iconPath = (kind: Exclude<LogoKind, 'logo'>) => {
    if (logoId !== null) return logoPath(logoId, kind)
    return `/icons/${kind.startsWith('icon') ? kind : `icon-${kind}`}.png`
  }
  return {
    id: '/',
    name,
    short_name: shortName(name),
    description: appDescription(cadenceOf(settings)),
    lang: currentLocale(),
    dir: directions[currentLocale()],
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: themeColor,
    background_color: themeColor,
    categories: ['health', 'lifestyle'],
    icons: [
      { src: iconPath('icon-192'), sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: iconPath('icon-512'), sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: iconPath('maskable-192'), sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: iconPath('maskable-512'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: t('Meditation'), url: '/meditation' },
      { name: t('Energy Tracker'), url: '/mood-analytics' },
    ],
  }
}

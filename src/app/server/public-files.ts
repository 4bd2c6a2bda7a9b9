// The index page with its link preview, and files at well-known addresses: for crawlers, link previews and security
// researchers, and for installing the app (manifest, service worker, offline page).
import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { truncateUtf16 } from '#shared/text.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { CommunitySettings } from '#server/community/community.ts'
import type { Platform } from '#server/context.ts'
import { accentStyles } from '#features/community/accent.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import { createHtmlDocument } from '#server/http/static-files.ts'

/** The link preview image and its size; made by assets/source/render.mjs. */
const shareImage = { path: '/share.jpg', width: 1200, height: 630 } as const

interface PublicFilesOptions {
  config: Pick<Config, 'publicUrl' | 'securityContact'>
  clock: Pick<Clock, 'now'>
  assetsDir: string
}

const dayMs = 86_400_000
/** RFC 9116 wants less than a year. */
const securityTextDays = 180
const imageSeconds = 86_400

// Screens behind the sign-in need no rule; members' pictures must not be indexed.
const robotsTxt = `User-agent: *
Disallow: /api/
Disallow: /ws
Disallow: /media/
Disallow: /first-admin
Allow: /
`

/** Mounts /robots.txt, /favicon.ico, /share.jpg, and /.well-known/security.txt where SECURITY_CONTACT is set. */
export function mountPublicFiles(
  app: FastifyInstance,
  { config, clock, assetsDir }: PublicFilesOptions,
): void {
  const { publicUrl, securityContact } = config
  app.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(robotsTxt),
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
        // Link previews on other sites load it in the reader's browser.
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
  const readPage = createHtmlDocument(community, webDir, 'index.html')
  const meta = identityMeta({ ...identity, contact: config.securityContact })
  return community.derive((settings) => {
    const page = readPage()
    const head = `</title>${meta}${openGraphTags(settings, config)}`
    return (
      page &&
      withAccent(
        page.replace('</title>', () => head),
        settings,
      )
    )
  })
}

/** Puts the accent after the stylesheet, whose colors it replaces. */
function withAccent(page: string, settings: CommunitySettings): string {
  const styles = accentStyles(settings).map((style) => `<style id="accent">${style}</style>`)
  return page.replace('</head>', () => `${styles.join('')}</head>`)
}

/**
 * Open Graph tags of every page. They are the same for all visitors, so a referral link doesn't reveal the inviter.
 * There is no og:url, so that a shared link keeps its code.
 */
function openGraphTags({ name }: CommunitySettings, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  const properties = [
    ['og:type', 'website'],
    ['og:site_name', name],
    ['og:title', `${name}: one meditation a day, together`],
    ['og:description', 'A shared room, a guided meditation, and good company. Come and sit with us.'],
    ['og:image', publicUrl + shareImage.path],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', String(shareImage.width)],
    ['og:image:height', String(shareImage.height)],
    ['og:image:alt', 'Dawn over a still lake'],
  ]
  const tags = properties.map(
    ([property = '', content = '']) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
  )
  return [...tags, '<meta name="twitter:card" content="summary_large_image" />'].join('')
}

function identityMeta(identity: object): string {
  return `<meta name="identity" content="${escapeHtml(JSON.stringify(identity))}" />`
}

interface PwaOptions extends Pick<Platform, 'community'> {
  /** The built web app; null in development. */
  webDir: string | null
}

// `--bg` of tokens.css in the light theme, the default; the page itself sets the dark one.
const themeColor = '#faf7f3'

/** The service worker may only fetch from this origin. */
const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'"

/** Mounts the manifest and, with the built web app, service worker and offline page. */
export function mountPwa(app: FastifyInstance, { webDir, community }: PwaOptions): void {
  const manifest = community.derive(({ name }) => JSON.stringify(webAppManifest(name)))
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(manifest()),
  )
  const worker = readBuiltFile(webDir, 'sw.js')
  if (worker !== null) {
    app.get('/sw.js', async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', serviceWorkerPolicy)
        .type('text/javascript; charset=utf-8')
        .send(worker),
    )
  }
  const readOfflinePage = createHtmlDocument(community, webDir, 'offline.html')
  if (readOfflinePage() === null) return
  const offlinePage = community.derive((settings) => withAccent(readOfflinePage() ?? '', settings))
  app.get('/offline', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(offlinePage()),
  )
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
function webAppManifest(name: string): object {
  return {
    id: '/',
    name,
    short_name: shortName(name),
    description: 'One guided meditation a day, together.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: themeColor,
    background_color: themeColor,
    categories: ['health', 'lifestyle'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Meditation', url: '/meditation' },
      { name: 'Energy Tracker', url: '/mood-analytics' },
    ],
  }
}

// Static files: the built pages, pictures by hash, and the product's media.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { languages, currentLocale, type Language } from '#shared/i18n/t.ts'
import { inlineResponsesId, type InlineResponses } from '#shared/inline-responses.ts'
import type { Community, StoredSettings } from '../community/community.ts'
import { escapeHtml } from '../html/escape-html.ts'
import { defaultOpenFileLimits, limitFileResponses, type OpenFileLimits } from './file-responses.ts'
import { createCanonicalRedirect } from './trusted-origins.ts'

/** What a page contains beside the built document. */
export interface PageContent {
  /** Static markup, shown until the app has drawn the screen. */
  shell: string | null
  /** A member's are only for the member who asked: such a page must not be stored. */
  responses: InlineResponses | null
}

/** A page with headers of its own. */
export interface OwnDocument {
  isPath: (path: string) => boolean
  /** Null for none. */
  headers: () => Readonly<Record<string, string>> | null
}

const shellPlace = '<div id="root">'
const inlineResponsesPlace = '</body>'

interface StaticFilesOptions {
  config: Parameters<typeof createCanonicalRedirect>[0]
  /** The built web app; null in development, when vite serves it. */
  webDir: string | null
  assetsDir: string
  /** The built index page, with what the server adds to its head; null if not built. */
  page: () => string | null
  /** Pages whose headers replace those of all pages. */
  ownDocuments: readonly OwnDocument[]
  /** Tests may leave it out. */
  findContent?: (request: FastifyRequest) => Promise<PageContent>
  /** The bytes of a stored picture, or null. */
  readPicture(sha256: string): Promise<Buffer | null>
  /** Rate limit hook of pages and stored pictures. */
  limitReads: onRequestAsyncHookHandler
  /** Tests only: other limits. */
  openFileLimits?: OpenFileLimits
}

/**
 * A built page in each language. English, or the only language of the build, is at the top of the folder; each other
 * language has its own folder.
 */
export function readBuiltPages(webDir: string | null, name: string): ReadonlyMap<Language, string> {
  if (webDir === null) return new Map()
  const files = languages.map(
    (language) => [language, join(webDir, language === 'en' ? '' : language, name)] as const,
  )
  return new Map(
    files
      .filter(([, file]) => existsSync(file))
      .map(([language, file]) => [language, readFileSync(file, 'utf8')]),
  )
}

/**
 * A built page in the viewer's language with the community's name, again after each change of its settings; null if not
 * built. A language without a build gets the page at the top.
 */
export function createHtmlDocument(
  { derive }: Pick<Community, 'derive'>,
  pages: ReadonlyMap<Language, string>,
): () => string | null {
  return derive((settings) => {
    const page = pages.get(currentLocale()) ?? pages.get('en')
    return page === undefined ? null : withName(page, settings)
  })
}

/** The headers of a built page. It may be in another language than its viewer's: the one at the top. */
export function pageHeaders(page: string): Readonly<Record<string, string>> {
  const [, language = 'en'] = /<html lang="([\w-]+)"/.exec(page) ?? []
  return { 'content-type': 'text/html; charset=utf-8', 'content-language': language }
}

/** A built page with the community's name. */
export function withName(page: string, { name }: StoredSettings): string {
  return page.replaceAll('Stillwater', () => escapeHtml(name))
}

/** The page's inline scripts, byte for byte, for their CSP hashes. */
export function extractInlineScripts(page: string | null): string[] {
  return [...(page ?? '').matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '')
}

/** Mounts pages and media. Other paths below /api get the not-found response. */
export async function mountStaticFiles(app: FastifyInstance, options: StaticFilesOptions): Promise<void> {
  const { webDir, assetsDir } = options
  mountProfilePictures(app, options)
  await app.register(async (files) => {
    limitFileResponses(files, { root: assetsDir, limits: options.openFileLimits ?? defaultOpenFileLimits() })
    await mountStaticFolder(files, '/media/', join(assetsDir, 'media'), { maxAge: '1h' })
    await mountStaticFolder(files, '/icons/', join(assetsDir, 'icons'), { maxAge: '1d' })
    if (webDir === null) return
    await mountStaticFolder(files, '/assets/', join(webDir, 'assets'), {
      maxAge: '365d',
      immutable: true,
      preCompressed: true,
    })
  })
  if (webDir === null || options.page() === null) return
  mountSpaFallback(app, options)
}

async function mountStaticFolder(
  app: FastifyInstance,
  prefix: string,
  root: string,
  staticOptions: { maxAge: string; immutable?: boolean; preCompressed?: boolean },
): Promise<void> {
  await app.register(staticFiles, { root, prefix, index: false, decorateReply: false, ...staticOptions })
}

function mountProfilePictures(app: FastifyInstance, options: StaticFilesOptions): void {
  const path = '/media/:sha256(^[0-9a-f]{64}$).jpg'
  app.get<{ Params: { sha256: string } }>(path, { onRequest: options.limitReads }, async (request, reply) => {
    const content = await options.readPicture(request.params.sha256)
    if (!content) return reply.callNotFound()
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/jpeg')
      .send(content)
  })
}

/** Serves the index page for every path that is no file and no call; the router in the browser picks the screen. */
function mountSpaFallback(
  app: FastifyInstance,
  { config, page, ownDocuments, findContent, limitReads }: StaticFilesOptions,
): void {
  const findRedirect = createCanonicalRedirect(config)
  app.get('/*', { onRequest: limitReads }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    // A missing script must not get a page, nor a feed's address without its ending.
    if (/^\/(api|ws|media|assets|icons|calendar|live)(\/|$)|\.\w{1,8}$/.test(path))
      return reply.callNotFound()
    const redirectTarget = findRedirect(request)
    // Never cached: PUBLIC_URL may change.
    if (redirectTarget !== null)
      return reply.header('cache-control', 'no-store').redirect(redirectTarget, 308)
    const usualPath = usualSpelling(path)
    const ownDocument = ownDocuments.find(({ isPath }) => isPath(usualPath))
    // Its headers apply to this spelling only, while the router in the browser accepts other spellings too.
    if (ownDocument && path !== usualPath)
      return reply.header('cache-control', 'no-cache').redirect(usualPath + request.url.slice(path.length))
    reply.headers(ownDocument?.headers() ?? {})
    const { shell, responses } = (await findContent?.(request)) ?? { shell: null, responses: null }
    const html = page() ?? ''
    return reply
      .header('cache-control', responses && !responses.isSignedOut ? 'private, no-store' : 'no-cache')
      .headers(pageHeaders(html))
      .send(
        html
          .replace(shellPlace, () => (shell ?? '') + shellPlace)
          .replace(
            inlineResponsesPlace,
            () => (responses ? inlineResponsesBlock(responses) : '') + inlineResponsesPlace,
          ),
      )
  })
}

/** Data, not a script: the content security policy needs no exception for it. */
function inlineResponsesBlock(responses: InlineResponses): string {
  const text = JSON.stringify(responses).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${inlineResponsesId}">${text}</script>`
}

/** The path that differs from this one in case, escapes and slashes alone. */
function usualSpelling(path: string): string {
  const parts = path.toLowerCase().split(/\/+|%2f/)
  try {
    return `/${parts.filter(Boolean).map(decodeURIComponent).join('/')}`.toLowerCase()
  } catch {
    return path
  }
}

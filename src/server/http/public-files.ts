// Files at well-known addresses, for crawlers, link previews and security researchers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'

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

/** The link preview image and its size; made by assets/source/render.mjs. */
const shareImage = { path: '/share.jpg', width: 1200, height: 630 } as const

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

/**
 * Open Graph tags of every page. They are the same for all visitors, so a referral link doesn't reveal the inviter.
 * There is no og:url, so that a shared link keeps its code.
 */
export function openGraphTags({ appName, publicUrl }: Pick<Config, 'appName' | 'publicUrl'>): string {
  const properties = [
    ['og:type', 'website'],
    ['og:site_name', appName],
    ['og:title', `${appName}: one meditation a day, together`],
    ['og:description', 'A shared room, a guided meditation, and good company. Come and sit with us.'],
    ['og:image', publicUrl + shareImage.path],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', String(shareImage.width)],
    ['og:image:height', String(shareImage.height)],
    ['og:image:alt', 'Dawn over a still lake'],
  ]
  const tags = properties.map(([property, content]) => `<meta property="${property}" content="${content}" />`)
  return [...tags, '<meta name="twitter:card" content="summary_large_image" />'].join('')
}

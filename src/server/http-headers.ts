// The security headers of every answer, errors included (T31).
import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from './config.ts'

const yearSeconds = 31_536_000

// YouTube's own player is the only foreign page that may use these.
const video = '(self "https://www.youtube-nocookie.com")'
const permissions =
  'camera=(), microphone=(), geolocation=(), payment=(), ' +
  `fullscreen=${video}, picture-in-picture=${video}, autoplay=${video}`

/** Sets the headers; `inlineScripts` are the page's own inline scripts, allowed by their hashes. */
export function setSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  inlineScripts: readonly string[],
): void {
  const ofPages = {
    ...helmetHeaders(config, { contentSecurityPolicy: policyOf(contentSecurity(config, inlineScripts)) }),
    'permissions-policy': permissions,
  }
  const ofCalls = helmetHeaders(config, dataAlone)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofCalls : ofPages)
    done()
  })
}

/** An answer that is no document may do nothing at all, and needs none of what is said to documents. */
const dataAlone = {
  contentSecurityPolicy: policyOf({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] }),
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

function policyOf(directives: Record<string, string[]>) {
  return { useDefaults: false, directives } as const
}

/** What helmet sets, asked once: it is the same for every answer of a kind. */
function helmetHeaders(config: Config, options: Partial<typeof dataAlone>): OutgoingHttpHeaders {
  const setHeaders = helmet({
    // YouTube refuses to play (error 153) without an origin in the referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    hsts: config.publicUrl.startsWith('https:') ? { maxAge: yearSeconds, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    xPoweredBy: false,
    ...options,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, () => {})
  return response.getHeaders()
}

/**
 * The headers of the page at /auth in place of the others', so that Firebase can open its window and be asked from
 * there; null with the built-in provider, which needs nothing from elsewhere.
 */
export function signInHeaders(
  config: Config,
  inlineScripts: readonly string[],
): Record<string, string> | null {
  const { firebase } = config
  if (!firebase) return null
  const policy = contentSecurity(config, inlineScripts)
  const emulator = firebase.emulatorHost === null ? [] : [`http://${firebase.emulatorHost}`]
  const directives = {
    ...policy,
    // Google's own helper, which waits for what the window says.
    scriptSrc: [...policy.scriptSrc, 'https://apis.google.com'],
    frameSrc: [`https://${firebase.authDomain}`, ...emulator],
    connectSrc: [
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      ...emulator,
      ...socketsOf(config),
    ],
  }
  return {
    'content-security-policy': Object.entries(directives)
      .map(([name, values]) => [name.replace(/[A-Z]/g, '-$&').toLowerCase(), ...values].join(' '))
      .join(';'),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

function contentSecurity(config: Config, inlineScripts: readonly string[]) {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...hashes],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
    mediaSrc: ["'self'", 'https:', 'blob:'],
    // Streams and captions of any host are read by script where the browser can't; pictures may be anywhere anyway.
    // The sockets are named besides 'self' for the browsers that don't count them to it.
    connectSrc: ["'self'", 'https:', ...socketsOf(config)],
    frameSrc: ['https://www.youtube-nocookie.com', 'https://www.youtube.com'],
    fontSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  }
}

function socketsOf({ allowedOrigins }: Config): string[] {
  return allowedOrigins.map((origin) => origin.replace(/^http/, 'ws'))
}

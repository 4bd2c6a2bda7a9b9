// The security headers of every response, errors included (T31).
import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config/config.ts'
import type { Platform } from '../context.ts'

type HeaderConfig = Pick<Config, 'publicUrl' | 'hstsSubdomains' | 'allowedOrigins'>

const yearSeconds = 31_536_000

// Only YouTube's player may use these features.
const videoOrigins = '(self "https://www.youtube-nocookie.com")'
const permissionsPolicy = (devices: '()' | '(self)') =>
  `camera=${devices}, microphone=${devices}, geolocation=(), payment=(), ` +
  `fullscreen=${videoOrigins}, picture-in-picture=${videoOrigins}, autoplay=${videoOrigins}`

/** The page's own inline scripts and styles, which the policy allows by their hashes. */
export interface InlineSources {
  scripts: readonly string[]
  styles: readonly string[]
}

/** The headers of pages. */
export function createPageHeaders(config: HeaderConfig, sources: InlineSources): OutgoingHttpHeaders {
  const contentSecurityPolicy = cspOptions(cspDirectives(config, sources))
  return {
    ...helmetHeaders(config, { contentSecurityPolicy }),
    'permissions-policy': permissionsPolicy('()'),
  }
}

/**
 * Adds the security headers of its kind, page or call, to every response; headers set later win. Returns the function
 * that adds them where the framework runs no hooks.
 */
export function addSecurityHeaders(
  fastify: FastifyInstance,
  {
    config,
    roomClock,
    pageHeaders,
  }: {
    config: HeaderConfig
    roomClock: Platform['roomClock']
    pageHeaders: () => OutgoingHttpHeaders
  },
): (request: FastifyRequest, reply: FastifyReply) => void {
  const callHeaders = { ...helmetHeaders(config, callHelmetOptions), 'cache-control': 'no-store' }
  const isCall = (request: FastifyRequest) => request.url.startsWith('/api/')
  const addPresetHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(isCall(request) ? callHeaders : pageHeaders())
  }
  const addServerTime = (request: FastifyRequest, reply: FastifyReply) => {
    // The browser's clock may be wrong; countdown, date and the phases of a sitting use this one.
    if (isCall(request)) reply.header('x-server-time', String(roomClock.now()))
  }
  fastify.addHook('onRequest', async (request, reply) => addPresetHeaders(request, reply))
  fastify.addHook('onSend', async (request, reply) => addServerTime(request, reply))
  return (request, reply) => {
    addPresetHeaders(request, reply)
    addServerTime(request, reply)
  }
}

/**
 * A response that is no document may load nothing and needs no document headers. Its policy forbids framing, and it
 * has no links to send a referrer to.
 */
const callHelmetOptions = {
  contentSecurityPolicy: cspOptions({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] }),
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  referrerPolicy: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

function cspOptions(directives: Record<string, string[]>) {
  return { useDefaults: false, directives } as const
}

/** Helmet's headers, which are the same for every response of a kind. */
function helmetHeaders(
  config: HeaderConfig,
  options: Partial<typeof callHelmetOptions>,
): OutgoingHttpHeaders {
  const setHeaders = helmet({
    // YouTube refuses to play (error 153) without an origin in the referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    hsts: config.publicUrl.startsWith('https:')
      ? { maxAge: yearSeconds, includeSubDomains: config.hstsSubdomains }
      : false,
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
 * Replaces the usual headers on the page at /auth, so that Firebase can open its popup and be reached. Null with
 * the built-in provider, which needs no other origin.
 */
export function signInHeaders(config: Config, sources: InlineSources): Record<string, string> | null {
  const { firebase } = config
  if (!firebase) return null
  const policy = cspDirectives(config, sources)
  const emulator = firebase.emulatorHost === null ? [] : [`http://${firebase.emulatorHost}`]
  const directives = {
    ...policy,
    // Google's helper script, which receives the popup's messages.
    scriptSrc: [...policy.scriptSrc, 'https://apis.google.com'],
    frameSrc: [`https://${firebase.authDomain}`, ...emulator],
    connectSrc: [
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      ...emulator,
      ...webSocketOrigins(config),
    ],
  }
  return {
    'content-security-policy': cspText(directives),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

/**
 * Replaces the usual headers on a teacher's desk: camera and microphone, and the workers that the encoder makes from blobs
 * of its own code. No other page has any of them.
 */
export function deskHeaders(config: HeaderConfig, sources: InlineSources): Record<string, string> {
  const directives = { ...cspDirectives(config, sources), workerSrc: ["'self'", 'blob:'] }
  return {
    'content-security-policy': cspText(directives),
    'permissions-policy': permissionsPolicy('(self)'),
  }
}

function cspText(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, values]) => [name.replace(/[A-Z]/g, '-$&').toLowerCase(), ...values].join(' '))
    .join(';')
}

function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}

function cspDirectives(config: HeaderConfig, { scripts, styles }: InlineSources) {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...scripts.map(hashSource)],
    styleSrc: ["'self'", ...styles.map(hashSource)],
    imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
    mediaSrc: ["'self'", 'https:', 'blob:'],
    // Scripts fetch streams and captions of any host where the browser has no native player; images may come from
    // anywhere. WebSocket origins are listed for browsers that don't include them in 'self'.
    connectSrc: ["'self'", 'https:', ...webSocketOrigins(config)],
    frameSrc: ['https://www.youtube-nocookie.com', 'https://www.youtube.com'],
    fontSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  }
}

function webSocketOrigins({ allowedOrigins }: HeaderConfig): string[] {
  // A policy can't contain an IPv6 address; browsers log an error for one.
  const named = allowedOrigins.filter((origin) => !origin.includes('['))
  return named.map((origin) => origin.replace(/^http/, 'ws'))
}

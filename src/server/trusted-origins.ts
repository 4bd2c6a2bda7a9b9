// Whose pages may change anything: those at PUBLIC_URL, and, where none is set outside production, those that this server
// itself has sent, by whichever of its own addresses it was asked.
import { isIPv4, isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { Config } from './config.ts'
import { appError, type AppError } from './app-error.ts'

/** What decides whose pages are ours. */
export type OriginRules = Pick<Config, 'allowedOrigins' | 'trustsOwnHost'>

const originMaxChars = 120
const machineName = hostname().toLowerCase()
const machineNames = new Set(['localhost', machineName, `${machineName}.local`])

/** Whether a request with this Origin, and this Host header, comes from a page of ours. */
export function isTrustedOrigin(
  origin: string,
  host: string | undefined,
  { allowedOrigins, trustsOwnHost }: OriginRules,
): boolean {
  if (allowedOrigins.includes(origin)) return true
  return trustsOwnHost && host !== undefined && origin === `http://${host}` && isOwnHost(host)
}

/**
 * Whether a Host header names this machine in a way that no DNS record of somebody else can lead here: an address, or
 * a name of the machine. Any other name may be rebound to this server by its owner.
 */
export function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d{1,5}$/, '')
  if (name.startsWith('[') && name.endsWith(']')) return isIPv6(name.slice(1, -1))
  return isIPv4(name) || machineNames.has(name)
}

/** An origin as it may be repeated on a screen and in the log; null for what is no web address. */
export function displayOrigin(origin: string | undefined): string | null {
  if (origin === undefined || origin.length > originMaxChars || !URL.canParse(origin)) return null
  const url = new URL(origin)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : null
}

/** The refusal of a page that isn't ours; it names both addresses, since the operator may have opened the wrong one. */
export function badOriginError(
  origin: string | undefined,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): AppError {
  const shown = displayOrigin(origin)
  const logFacts = { origin: shown, expected: publicUrl }
  if (shown === null) return appError('bad_origin', { logFacts })
  return appError('bad_origin', {
    message: `Please open this page at ${publicUrl} instead of ${shown}.`,
    logFacts,
  })
}

interface PageRequest {
  host: string | undefined
  /** The header X-Forwarded-Host. */
  forwardedHost: string | undefined
  /** Path and query as they were asked. */
  url: string
}

/**
 * In production, where a page belongs that was asked under a host that PUBLIC_URL doesn't name; null where it is right.
 * Names that only a network of one's own knows stay: behind a proxy that puts its own name for us into Host, a visitor
 * would be led in a circle.
 */
export function canonicalUrl(
  { host, forwardedHost, url }: PageRequest,
  { production, publicUrl, allowedOrigins }: Pick<Config, 'production' | 'publicUrl' | 'allowedOrigins'>,
): string | null {
  if (!production || host === undefined) return null
  const ours = new Set(allowedOrigins.map((origin) => new URL(origin).hostname))
  const asked = [host, ...(forwardedHost === undefined ? [] : [forwardedHost])].map(hostNameOf)
  if (asked.some((name) => ours.has(name)) || isInternalHost(hostNameOf(host))) return null
  return publicUrl + (url.startsWith('/') ? url : '/')
}

function hostNameOf(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
}

function isInternalHost(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(address) ? ipaddr.process(address).range() !== 'unicast' : !name.includes('.')
}

// Settings that are addresses: of this server, its database, its bus and its mail server.
import { existsSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { parseRanges, type AddressRange } from '../http/client-address.ts'
import { configError } from './error.ts'

/** The origins of PUBLIC_URL; links use the first. */
export function readOrigins(text: string): string[] {
  return text.split(',').map((part) => {
    const url = URL.canParse(part.trim()) ? new URL(part.trim()) : null
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search !== '') {
      throw configError(
        'PUBLIC_URL',
        `must be addresses such as https://sit.example.org, not "${part.trim()}".`,
      )
    }
    return url.origin
  })
}

/** DATABASE_URL; null for the bundled database. */
export function readDatabaseUrl(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^postgres(ql)?:\/\//.test(text))
    throw configError('DATABASE_URL', 'must be a URL that starts with postgres://.')
  const url = parseDatabaseUrl(text)
  const query = url?.searchParams
  // The value may contain a password, so the message doesn't repeat it.
  if (!query) {
    throw configError(
      'DATABASE_URL',
      "isn't a valid URL. Percent-encode special characters in the password: # is %23, / is %2F, ? is %3F, @ is %40, % is %25.",
    )
  }
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = query.get(name)
    if (file !== null && !existsSync(file))
      throw configError('DATABASE_URL', `names ${file} as ${name}, but that file doesn't exist.`)
  }
  const mode = query.get('sslmode') ?? ''
  if (mode === 'verify-ca' && !query.has('sslrootcert')) {
    throw configError(
      'DATABASE_URL',
      'has sslmode=verify-ca, which also needs sslrootcert=FILE with the CA certificate.',
    )
  }
  // The driver would treat these as verify-full and print a long warning; apply libpq's meaning instead.
  const isOfLibpq = ['prefer', 'require', 'verify-ca'].includes(mode) && !query.has('uselibpqcompat')
  return isOfLibpq ? `${text}&uselibpqcompat=true` : text
}

/** Parses as the driver does; null if it can't. */
function parseDatabaseUrl(text: string): URL | null {
  try {
    // The driver takes a URL without a host for a Unix socket.
    const url = new URL(text.replace('@/', '@localhost/'))
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part)
    return text.includes('#') ? null : url
  } catch {
    return null
  }
}

/** BUS_URL; null for a single node. */
export function readBusUrl(text: string | undefined, databaseUrl: string | null): string | null {
  if (text === undefined) return null
  // The value may contain a password, so the message doesn't repeat it.
  if (!URL.canParse(text) || !/^rediss?:$/.test(new URL(text).protocol) || new URL(text).hostname === '') {
    throw configError('BUS_URL', 'must be a URL such as redis://user:password@bus.example.org:6379.')
  }
  if (databaseUrl === null) throw configError('BUS_URL', 'needs DATABASE_URL: all nodes share one database.')
  return text
}

/** SMTP_URL; null when mails are written to the outbox. */
export function readSmtpUrl(text: string | undefined): string | null {
  if (text === undefined) return null
  // The value may contain a password, so the message doesn't repeat it.
  if (!URL.canParse(text) || !/^smtps?:$/.test(new URL(text).protocol) || new URL(text).hostname === '') {
    throw configError('SMTP_URL', 'must be a URL such as smtp://user:password@mail.example.org:587.')
  }
  return text
}

/** The origins of a server without PUBLIC_URL; links use the first. */
export function localOrigins(
  { host, port }: { host: string; port: number },
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
  return localHostNames(host, interfaces).map((name) => `http://${isIPv6(name) ? `[${name}]` : name}:${port}`)
}

function localHostNames(host: string, interfaces: ReturnType<typeof networkInterfaces>): string[] {
  if (host === '0.0.0.0' || host === '::') {
    const outside = Object.values(interfaces).flatMap((addresses = []) => addresses)
    const reachable = outside.filter(({ internal, family, address }) => {
      // Link-local addresses (fe80…) need a zone id, which browsers don't accept.
      return !internal && (family === 'IPv4' || (host === '::' && !address.startsWith('fe80')))
    })
    return [...reachable.map(({ address }) => address), 'localhost']
  }
  return host === '127.0.0.1' || host === '::1' ? [host, 'localhost'] : [host]
}

/** SECURITY_CONTACT as a URI (mail address or page); null when unset. */
export function readSecurityContact(text: string | undefined): string | null {
  if (text === undefined) return null
  const uri = /^[^\s@:/]+@[^\s@]+$/.test(text) ? `mailto:${text}` : text
  if (!/^(mailto:[^\s@]+@|https:\/\/)[^\s]+$/.test(uri) || !URL.canParse(uri)) {
    throw configError(
      'SECURITY_CONTACT',
      `must be an address such as security@example.org or https://example.org/security, not "${text}".`,
    )
  }
  return uri
}

const prefixBitsMin = { ipv4: 8, ipv6: 16 } as const

/** Parses address ranges; none may be wider than a single operator's network. */
export function readRanges(setting: string, text: string | undefined): AddressRange[] {
  if (text === undefined) return []
  const ranges = tryParseRanges(text)
  if (ranges === null) {
    throw configError(setting, `must be addresses such as 10.0.0.0/8, separated by commas, not "${text}".`)
  }
  const wide = ranges.find(([address, bits]) => bits < prefixBitsMin[address.kind()])
  if (wide) {
    const [address, bits] = wide
    throw configError(
      setting,
      `${address.toString()}/${bits} is too wide: use a prefix of at least /8 for IPv4 and /16 for IPv6.`,
    )
  }
  return ranges
}

function tryParseRanges(text: string): AddressRange[] | null {
  // The library also accepts '10.1/16', as 10.0.0.1/16.
  const parts = text.split(',').map((part) => part.trim().split('/', 1)[0] ?? '')
  if (!parts.every((address) => address === '' || isIP(address) !== 0)) return null
  try {
    return parseRanges(text)
  } catch {
    return null
  }
}

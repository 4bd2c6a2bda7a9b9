// The one door for the addresses of videos, pictures and captions: what may stand in a template and be played (T29).
import * as z from 'zod/mini'
import { urlMaxChars } from '#shared/constants.ts'
import { parseUrl, type ParsedUrl } from '#shared/url.ts'

/** What an address plays as. `url` is the parsed address, `id` YouTube's 11 characters. */
export type Video =
  | { kind: 'youtube'; id: string; startSeconds: number }
  | { kind: 'hls'; url: string }
  | { kind: 'file'; url: string }

type AddressError = 'long' | 'scheme' | 'own' | 'broken' | 'user' | 'port' | 'host' | 'youtube'

const addressErrorMessages: Record<AddressError, string> = {
  long: `An address has at most ${urlMaxChars} characters.`,
  scheme: 'Please enter an address that begins with https://',
  own: 'A file of this site is named by its path below /media/.',
  broken: 'Please enter a valid address.',
  user: "An address can't hold a user name or a password.",
  port: "An address can't name a port.",
  host: 'Please enter an address that everybody can reach: a public name, not a number or a name inside a network.',
  youtube: 'This YouTube address names no video.',
}

/** The video of an address, or null where it may not be played. */
export function parseVideoAddress(address: string): Video | null {
  const read = parseAddress(address)
  if (typeof read === 'string') return null
  const { url, isOwn } = read
  if (!isOwn && youtubeFamily.test(url.hostname)) return youtubeVideo(url)
  return { kind: /\.m3u8$/i.test(url.pathname) ? 'hls' : 'file', url: isOwn ? url.pathname : url.href }
}

/** The address of a picture or of captions as it may be loaded, or null where it may not. */
export function parseMediaAddress(address: string | null): string | null {
  const read = address === null ? 'broken' : parseAddress(address)
  if (typeof read === 'string') return null
  return read.isOwn ? read.url.pathname : read.url.href
}

const youtubeServers =
  /(?:^|\.)(?:ytimg\.com|ggpht\.com|googlevideo\.com|googleusercontent\.com|gstatic\.com|google\.com|youtube\.com|youtube-nocookie\.com|youtu\.be)$/

/** Whether whoever loads this address asks YouTube or its owner for something. */
export function loadsFromYoutube(url: string): boolean {
  return youtubeServers.test(parseUrl(url)?.hostname ?? '')
}

/** An address of a picture or of captions, as a form and an import take it. */
function mediaAddressSchema() {
  return addressSchema((address) => {
    const read = parseAddress(address)
    return typeof read === 'string' ? read : null
  })
}

/** An address of a video: also a link to YouTube, which then has to name one video. */
function videoAddressSchema() {
  return addressSchema((address) => {
    const read = parseAddress(address)
    if (typeof read === 'string') return read
    return parseVideoAddress(address) === null ? 'youtube' : null
  })
}

function addressSchema(faultOf: (address: string) => AddressError | null) {
  return z.pipe(
    z.pipe(
      z.string({ error: addressErrorMessages.broken }),
      z.transform((address: string) => address.trim()),
    ),
    z.string().check((ctx) => {
      const fault = faultOf(ctx.value)
      if (fault === null) return
      ctx.issues.push({ code: 'custom', input: ctx.value, message: addressErrorMessages[fault] })
    }),
  )
}

/** The addresses of a template, each with the sentence that belongs next to its field. */
export const templateAddressesSchema = () =>
  z.object({
    videoUrl: videoAddressSchema(),
    thumbnailUrl: z._default(z.nullable(mediaAddressSchema()), null),
    captionsUrl: z._default(z.nullable(mediaAddressSchema()), null),
  })

/** Read as a browser reads it; what browsers would silently mend is refused. */
function parseAddress(address: string): { url: ParsedUrl; isOwn: boolean } | AddressError {
  if (address.length > urlMaxChars) return 'long'
  if (/[\s\\\p{Cc}\p{Cf}\p{Cs}]/u.test(address)) return 'broken'
  if (address.startsWith('/')) return parseOwnPath(address)
  if (!/^https:\/\/[^/]/i.test(address)) return 'scheme'
  const url = parseUrl(address)
  if (url === null) return 'broken'
  if (url.username !== '' || url.password !== '') return 'user'
  if (url.port !== '') return 'port'
  return isPublicName(url.hostname) ? { url, isOwn: false } : 'host'
}

/** Nothing that a server or a proxy might read as another path: no dots, no doubled or encoded slashes. */
function parseOwnPath(address: string): { url: ParsedUrl; isOwn: true } | AddressError {
  const url = parseUrl(address, 'https://own.invalid')
  const isPlain = url?.pathname === address && /^\/media\/[^/]/.test(address)
  return !url || !isPlain || /\/\/|\/$|%(?:2e|2f|5c|00)/i.test(address) ? 'own' : { url, isOwn: true }
}

const publicName = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/
/** Names that no public server answers to (RFC 6761, 6762, 7686, 8375), and those that networks give themselves. */
const privateName =
  /(?:^|\.)(?:localhost|local|internal|intranet|private|lan|home|corp|invalid|test|example|onion|alt|home\.arpa)$/

function isPublicName(hostname: string): boolean {
  return publicName.test(hostname) && !privateName.test(hostname)
}

/** A name of YouTube that isn't among the hosts is no file's either. */
const youtubeFamily = /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/
const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
/** Words of the same length that stand where an id does. */
const reservedIds = new Set(['videoseries', 'live_stream'])

function youtubeVideo(url: ParsedUrl): Video | null {
  if (!youtubeHosts.has(url.hostname)) return null
  const id = youtubeIdOf(url)
  if (!/^[\w-]{11}$/.test(id) || reservedIds.has(id)) return null
  const start = url.searchParams.get('t') ?? url.searchParams.get('start') ?? ''
  return { kind: 'youtube', id, startSeconds: parseStartSeconds(start) }
}

function youtubeIdOf({ hostname, pathname, searchParams }: ParsedUrl): string {
  const [, first = '', second = ''] = pathname.split('/')
  if (hostname === 'youtu.be') return first
  if (first === 'watch') return searchParams.get('v') ?? ''
  return ['embed', 'shorts', 'live'].includes(first) ? second : ''
}

/** '90', '90s' or '1h2m3s' in seconds; 0 for anything else. */
function parseStartSeconds(text: string): number {
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(text)
  const [hours, minutes, seconds] = [1, 2, 3].map((index) => Number(parts?.[index] ?? 0))
  return (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}

// Media addresses: which ones a template may use for its video, audio, picture and captions (T29).
import { urlMaxChars } from '#shared/constants.ts'
import { isPrivateHostname } from '#shared/private-hostname.ts'
import { parseUrl, type ParsedUrl } from '#shared/url.ts'
import { meetingOf } from './meeting-address.ts'

/** How to play a video address. `url` is the normalized address, `id` YouTube's 11 characters. */
export type Video =
  | { kind: 'youtube'; id: string; startSeconds: number }
  | { kind: 'hls'; url: string }
  | { kind: 'file'; url: string }

/** `own`: an invalid path on this server; `user`: the address contains a user name or password. */
export type AddressError =
  | 'long'
  | 'scheme'
  | 'own'
  | 'broken'
  | 'user'
  | 'port'
  | 'host'
  | 'youtube'
  | 'audio'
  | 'playlist'

/** Parses a video address; null if it isn't allowed. */
export function parseVideoAddress(address: string): Video | null {
  const parsed = parseAddress(address)
  if (typeof parsed === 'string') return null
  const { url, isOwn } = parsed
  if (isNoVideo(address)) return null
  if (!isOwn && youtubeDomains.test(url.hostname)) return youtubeVideo(url)
  return { kind: /\.m3u8$/i.test(url.pathname) ? 'hls' : 'file', url: isOwn ? url.pathname : url.href }
}

/** A meeting, or a stream that no recording follows. */
const isNoVideo = (address: string) => meetingOf(address)?.mayBeRecording === false

/** Normalizes an audio, picture or captions address; null if it isn't allowed. */
export function parseMediaAddress(address: string | null): string | null {
  const parsed = address === null ? 'broken' : parseAddress(address)
  if (typeof parsed === 'string') return null
  return parsed.isOwn ? parsed.url.pathname : parsed.url.href
}

const googleDomains =
  /(?:^|\.)(?:ytimg\.com|ggpht\.com|googlevideo\.com|googleusercontent\.com|gstatic\.com|google\.com|youtube\.com|youtube-nocookie\.com|youtu\.be)$/

/** Whether loading this address sends a request to YouTube or its owner. */
export function loadsFromYoutube(url: string): boolean {
  return googleDomains.test(parseUrl(url)?.hostname ?? '')
}

/** Parses like a browser, but rejects syntax errors that browsers silently correct. */
export function parseAddress(address: string): { url: ParsedUrl; isOwn: boolean } | AddressError {
  if (address.length > urlMaxChars) return 'long'
  if (/[\s\\\p{Cc}\p{Cf}\p{Cs}]/u.test(address)) return 'broken'
  if (address.startsWith('/')) return parseOwnPath(address)
  if (!/^https:\/\/[^/]/i.test(address)) return 'scheme'
  const url = parseUrl(address)
  if (url === null) return 'broken'
  if (url.username !== '' || url.password !== '') return 'user'
  if (url.port !== '') return 'port'
  return isPublicHostname(url.hostname) ? { url, isOwn: false } : 'host'
}

/** Rejects paths that a server or proxy could resolve to another one: dot segments, doubled or encoded slashes. */
function parseOwnPath(address: string): { url: ParsedUrl; isOwn: true } | AddressError {
  const url = parseUrl(address, 'https://own.invalid')
  const isMediaPath = url?.pathname === address && /^\/media\/[^/]/.test(address)
  return !url || !isMediaPath || /\/\/|\/$|%(?:2e|2f|5c|00)/i.test(address) ? 'own' : { url, isOwn: true }
}

const publicHostname =
  /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/

function isPublicHostname(hostname: string): boolean {
  return publicHostname.test(hostname) && !isPrivateHostname(hostname)
}

/** All of YouTube's domains. Those not in `youtubeHosts` are rejected: they have no video pages or files. */
const youtubeDomains = /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/
const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
/** Path segments that look like a video id: YouTube's addresses of playlists and channels contain them. */
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

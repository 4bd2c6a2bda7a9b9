// Addresses that are named for what they are: a meeting or a live stream, not a video (TEACH-13).
import { t } from '#shared/i18n/t.ts'
import { parseUrl, type ParsedUrl } from '#shared/url.ts'

interface Meeting {
  service: 'Zoom' | 'Google Meet' | 'Jitsi' | 'Microsoft Teams' | 'BigBlueButton' | 'YouTube'
  /** As a meeting link: by https. */
  url: string
  /** Whether the same address plays a recording once the stream is over. */
  mayBeRecording: boolean
}

/** The meeting or live stream behind an address that was given as a video; null for any other address. */
export function meetingOf(address: string): Meeting | null {
  const text = address.trim()
  const url = parseUrl(/^https?:\/\//i.test(text) ? text.replace(/^http:/i, 'https:') : `https://${text}`)
  if (url === null || !url.hostname.includes('.')) return null
  const service = serviceOf(url)
  const mayBeRecording = service === 'YouTube' && url.pathname.startsWith('/live/')
  return service && { service, url: url.href, mayBeRecording }
}

function serviceOf({ hostname, pathname, searchParams }: ParsedUrl): Meeting['service'] | null {
  const isAt = (domain: string) => hostname === domain || hostname.endsWith(`.${domain}`)
  if (['zoom.us', 'zoom.com', 'zoomgov.com'].some(isAt))
    return /^\/(?:j|s|w|my|wc|meeting|webinar)\/[^/]/.test(pathname) ? 'Zoom' : null
  if (hostname === 'meet.google.com' || (hostname === 'g.co' && pathname.startsWith('/meet/')))
    return pathname === '/' ? null : 'Google Meet'
  if (['teams.microsoft.com', 'teams.live.com', 'teams.microsoft.us', 'teams.cloud.microsoft'].some(isAt))
    return /^\/(?:l\/meet|meet\/|_|v2)/.test(pathname) ? 'Microsoft Teams' : null
  if (isAt('youtube.com')) {
    const isLive =
      /^\/(?:live\/[\w-]|(?:@[^/]+|(?:channel|c|user)\/[^/]+)\/live\/?$)/.test(pathname) ||
      (pathname === '/embed/live_stream' && searchParams.has('channel'))
    return isLive ? 'YouTube' : null
  }
  if (['meet.jit.si', 'moderated.jitsi.net', '8x8.vc'].includes(hostname))
    return pathname === '/' ? null : 'Jitsi'
  // Servers of one's own: a room has a name, and a file an ending.
  if (/^\/b\/[\w-]+\/?$/.test(pathname) || /\/rooms\/[\w-]+\/join\/?$/.test(pathname)) return 'BigBlueButton'
  return /^(?:meet|jitsi)\./.test(hostname) && /^\/[^/.]+\/?$/.test(pathname) ? 'Jitsi' : null
}

/** What the address is, beside the field of a video. */
export function meetingSentence({ service, mayBeRecording }: Meeting): string {
  if (mayBeRecording)
    return t(
      'A live stream on YouTube. Once it is over, its recording plays here; until then it needs a live template.',
    )
  return service === 'YouTube'
    ? t('This is a live stream on YouTube, not a video. A live template leads members there.')
    : t('This is a meeting on {service}, not a video. A live template leads members there.', { service })
}

// Measures a video in this browser: a file, a stream, or one of YouTube (SYNC-23, TPL-25).
import * as z from 'zod/mini'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { findSoundVariant } from '#web/player/sound-variant.ts'
import { importPart } from '#web/use-lazy-import.ts'
import type { Video } from '../../media-address.ts'
import type { Megabytes } from '../../template-content.ts'

const timeoutMs = 15_000

export interface VideoMeasures {
  seconds: number
  /** Of the highest quality; null where the address doesn't let this page read it. */
  bitsPerSecond: number | null
}

/** Why a video has no length; the message is for the administrator. */
export class MeasureError extends Error {}

/** A stream without an end. */
export class EndlessError extends MeasureError {}

const unreachable = t(
  'The video didn’t respond. Please check its address, and whether this page can reach it.',
)
const endless = t('A live stream has no end, so it can’t start together.')

/**
 * Throws a `MeasureError` if the video has no length, or there is no response in 15 seconds. Without `hasBitrate` the
 * size of a file isn't asked for.
 */
export async function measureVideo(video: Video, { hasBitrate = true } = {}): Promise<VideoMeasures> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const measures = await measureByKind(video, hasBitrate, controller.signal)
    if (!Number.isFinite(measures.seconds)) throw new EndlessError(endless)
    return measures
  } finally {
    clearTimeout(timer)
    // Ends what is still loading.
    controller.abort()
  }
}

async function measureByKind(video: Video, hasBitrate: boolean, signal: AbortSignal): Promise<VideoMeasures> {
  if (video.kind === 'youtube')
    return { seconds: await measureYoutube(video.id, signal), bitsPerSecond: null }
  if (video.kind === 'hls') return measureStream(video.url, signal)
  const [seconds, bytes] = await Promise.all([
    measureLength(video.url, signal),
    hasBitrate ? readSize(video.url, signal) : null,
  ])
  return { seconds, bitsPerSecond: bytes === null ? null : (bytes * 8) / seconds }
}

/**
 * What a member loads of a measured video, and of its sound alone: of a stream at its highest quality. `audioUrl` is the
 * file of the sound. What can't be read is null; null where nothing can.
 */
export async function measureMegabytes(
  video: Video,
  { seconds, bitsPerSecond }: VideoMeasures,
  audioUrl: string | null,
): Promise<Megabytes | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  const ofRate = (rate: number | null) => megabytes(rate === null ? null : (rate * seconds) / 8)
  const sound = async () => {
    if (video.kind === 'youtube') return null
    if (audioUrl !== null) return megabytes(await readSize(audioUrl, signal))
    if (video.kind === 'file') return null
    const variant = await findSoundVariant(video.url, signal).catch(() => null)
    return ofRate(variant?.bitsPerSecond ?? null)
  }
  const sizes = { video: ofRate(bitsPerSecond), sound: await sound() }
  return sizes.video === null && sizes.sound === null ? null : sizes
}

function megabytes(bytes: number | null): number | null {
  return bytes === null || Number.isNaN(bytes) ? null : Math.max(1, Math.round(bytes / 1_000_000))
}

/** The bytes of a file; null if its server doesn't say, or not to other sites. */
async function readSize(url: string, signal: AbortSignal): Promise<number | null> {
  try {
    const { ok, headers } = await fetch(url, { method: 'HEAD', signal })
    return (ok && Number(headers.get('content-length'))) || null
  } catch {
    return null
  }
}

function measureLength(url: string, signal: AbortSignal): Promise<number> {
  const element = document.createElement('video')
  return new Promise((resolve, reject) => {
    const fail = () => reject(new MeasureError(unreachable))
    element.addEventListener('loadedmetadata', () => resolve(element.duration))
    element.addEventListener('error', fail)
    signal.addEventListener('abort', () => {
      fail()
      element.removeAttribute('src')
      element.load()
    })
    element.preload = 'metadata'
    element.src = url
  })
}

const loadHls = () => import('hls.js/light')

async function measureStream(url: string, signal: AbortSignal): Promise<VideoMeasures> {
  const { default: Hls, Events } = await importPart(loadHls).catch((error: unknown) => {
    throw new MeasureError(errorMessageOf(error, unreachable))
  })
  // It may have been loading longer than we wait.
  if (signal.aborted) throw new MeasureError(unreachable)
  if (!Hls.isSupported()) return { seconds: await measureLength(url, signal), bitsPerSecond: null }
  const hls = new Hls({ enableWorker: false })
  return new Promise((resolve, reject) => {
    const fail = () => reject(new MeasureError(unreachable))
    hls.on(Events.LEVEL_LOADED, (_, { details }) =>
      resolve({
        seconds: details.live ? Number.POSITIVE_INFINITY : details.totalduration,
        // A playlist without qualities names no bitrate.
        bitsPerSecond: Math.max(...hls.levels.map(({ bitrate }) => bitrate || 0)) || null,
      }),
    )
    hls.on(Events.ERROR, (_, { fatal }) => {
      if (fatal) fail()
    })
    signal.addEventListener('abort', () => {
      fail()
      hls.destroy()
    })
    hls.loadSource(url)
    // The playlist of a quality is loaded only for an element.
    hls.attachMedia(document.createElement('video'))
  })
}

const youtubeOrigin = 'https://www.youtube-nocookie.com'
const deliverySchema = z.object({
  info: z.object({
    duration: z.optional(z.number()),
    videoData: z.optional(z.object({ isLive: z.optional(z.boolean()), errorCode: z.optional(z.unknown()) })),
  }),
})
const restricted = t(
  'YouTube doesn’t play this video on other sites: it may be private, removed or restricted.',
)

/** Asks YouTube's player in a hidden frame, without its script; it responds before it plays. */
function measureYoutube(id: string, signal: AbortSignal): Promise<number> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.src = `${youtubeOrigin}/embed/${id}?enablejsapi=1&origin=${encodeURIComponent(location.origin)}`
  return new Promise((resolve, reject) => {
    const ask = () =>
      frame.contentWindow?.postMessage(
        JSON.stringify({ event: 'listening', id: 'length', channel: 'widget' }),
        youtubeOrigin,
      )
    const repeated = setInterval(ask, 500)
    window.addEventListener(
      'message',
      ({ origin, source, data }) => {
        if (origin !== youtubeOrigin || source === null || source !== frame.contentWindow) return
        const { duration = 0, videoData } =
          deliverySchema.safeParse(typeof data === 'string' ? parse(data) : data).data?.info ?? {}
        if (videoData?.errorCode != null) reject(new MeasureError(restricted))
        else if (videoData?.isLive === true) reject(new EndlessError(endless))
        else if (duration > 0) resolve(duration)
      },
      { signal },
    )
    signal.addEventListener('abort', () => {
      clearInterval(repeated)
      frame.remove()
      reject(new MeasureError(unreachable))
    })
    document.body.append(frame)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

// Measures the length of a video in this browser: of a file, a stream, or one of YouTube (SYNC-23).
import * as z from 'zod/mini'
import type { Video } from '../media-address.ts'

const timeoutMs = 15_000

/** Why a video has no length; the message is for the administrator. */
export class MeasureError extends Error {}

const unreachable = 'The video didn’t answer. Please check its address, and whether this page can reach it.'
const endless = 'A live stream has no end, so it can’t start together.'

/** The length in seconds. Throws a `MeasureError` if there is none, or no answer in 15 seconds. */
export async function measureVideo(video: Video): Promise<number> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const seconds = await measureByKind(video, controller.signal)
    if (!Number.isFinite(seconds)) throw new MeasureError(endless)
    return seconds
  } finally {
    clearTimeout(timer)
    // Ends what is still loading.
    controller.abort()
  }
}

function measureByKind(video: Video, signal: AbortSignal): Promise<number> {
  if (video.kind === 'youtube') return measureYoutube(video.id, signal)
  return video.kind === 'hls' ? measureStream(video.url, signal) : measureFile(video.url, signal)
}

function measureFile(url: string, signal: AbortSignal): Promise<number> {
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

async function measureStream(url: string, signal: AbortSignal): Promise<number> {
  const { default: Hls, Events } = await import('hls.js/light').catch(() => {
    throw new MeasureError(unreachable)
  })
  // It may have been loading longer than we wait.
  if (signal.aborted) throw new MeasureError(unreachable)
  if (!Hls.isSupported()) return measureFile(url, signal)
  const hls = new Hls({ enableWorker: false })
  return new Promise((resolve, reject) => {
    const fail = () => reject(new MeasureError(unreachable))
    hls.on(Events.LEVEL_LOADED, (_, { details }) =>
      resolve(details.live ? Number.POSITIVE_INFINITY : details.totalduration),
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
const restricted = 'YouTube doesn’t play this video on other sites: it may be private, removed or restricted.'

/** Asks YouTube's player in a hidden frame, without its script; it answers before it plays. */
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
        else if (videoData?.isLive === true) reject(new MeasureError(endless))
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

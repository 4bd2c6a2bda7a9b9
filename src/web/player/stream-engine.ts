// Stream engine: whether hls.js or the browser itself plays an HLS stream.

interface StreamSupport {
  hasMediaSource: boolean
  /** Safari's; a browser that has it plays streams well by itself. */
  hasManagedMediaSource: boolean
  /** It says so; Chrome from 141 on, too, which then takes no lower quality on a slow line. */
  claimsNative: boolean
}

export type StreamEngine = 'hls.js' | 'native'

/** `hasNativeFailed`: the browser claimed to play this stream, and failed. */
export function streamEngine(support: StreamSupport, hasNativeFailed: boolean): StreamEngine {
  const { hasMediaSource, hasManagedMediaSource, claimsNative } = support
  if (hasMediaSource && !hasManagedMediaSource) return 'hls.js'
  const canFeed = hasMediaSource || hasManagedMediaSource
  return canFeed && (hasNativeFailed || !claimsNative) ? 'hls.js' : 'native'
}

export function readStreamSupport(): StreamSupport {
  return {
    hasMediaSource: 'MediaSource' in window,
    hasManagedMediaSource: 'ManagedMediaSource' in window,
    claimsNative: document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '',
  }
}

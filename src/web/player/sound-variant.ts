// The variant of a stream that is sound alone: hls.js drops it beside pictures, so it is loaded by its own address.

export interface SoundVariant {
  url: string
  bitsPerSecond: number
}

/**
 * Reads the stream's list of variants; null if none of them is sound alone. Rejects if the list can't be read, as where
 * another site doesn't let this page.
 */
export async function findSoundVariant(streamUrl: string, signal: AbortSignal): Promise<SoundVariant | null> {
  const response = await fetch(streamUrl, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!response.ok) throw new Error(`The playlist request failed with status ${response.status}.`)
  return soundVariantOf(await response.text(), response.url)
}

const variantTag = '#EXT-X-STREAM-INF:'
const soundCodecs = /^(?:mp4a|mp3|ac-3|ec-3|opus|flac|alac)(?:\.|$)/i

/** Of several the one with the lowest bitrate. A variant that doesn't name its codecs counts as one with a picture. */
export function soundVariantOf(playlist: string, playlistUrl: string): SoundVariant | null {
  let lowest: SoundVariant | null = null
  const lines = playlist.split(/\r?\n/).filter((line) => line !== '')
  for (const [index, line] of lines.entries()) {
    const uri = lines[index + 1]
    if (!line.startsWith(variantTag) || uri === undefined || uri.startsWith('#')) continue
    const attributes = readAttributes(line.slice(variantTag.length))
    const codecs = attributes.get('CODECS')?.split(',') ?? []
    const isSound = codecs.length > 0 && codecs.every((codec) => soundCodecs.test(codec.trim()))
    const bitsPerSecond = Number(attributes.get('BANDWIDTH'))
    if (isSound && !attributes.has('RESOLUTION') && !(lowest && lowest.bitsPerSecond <= bitsPerSecond))
      lowest = { url: new URL(uri, playlistUrl).href, bitsPerSecond }
  }
  return lowest
}

function readAttributes(text: string): Map<string, string> {
  const pairs = [...text.matchAll(/([A-Z\d-]+)=(?:"([^"]*)"|([^,]*))/g)]
  return new Map(pairs.map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']))
}

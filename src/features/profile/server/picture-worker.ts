// Picture worker: re-encodes an uploaded file in its own process, so that a hostile file can't harm the server. Another
// process of it draws the product's own SVG files.
import sharp, { type Sharp } from 'sharp'
import { countUnpackedMetadata } from './png-metadata.ts'

const quality = 80
const watchdogMs = 20
/** Of a decoded pixel; unpacked metadata counts as so many pixels. */
const bytesPerPixel = 4
const drawingQuality = 82
// It shares no module with the server, so that both build to single files; png-metadata.ts is only its.
const [memoryMaxMb = 0, cpuMs = 0, pixelsMax = 0] = process.argv.slice(2, 5).map(Number)
const readsDrawings = process.argv[5] === 'drawings'

// By default libvips reads every format it can, including SVG and PDF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: readsDrawings
    ? ['VipsForeignLoadSvgBuffer']
    : ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** A PNG that contains the whole picture. Its fields are documented in `picture-worker-process.ts`. */
interface PngSize {
  widthPx: number
  heightPx: number
  marginPx: number
  background: string | null
  isTight: boolean
}

interface Job {
  content: Buffer
  /** The edge of a square JPEG, or a PNG, or a drawing as a JPEG of its own size. */
  output: number | PngSize | 'drawing'
}

/**
 * Upright and without metadata; the first frame of an animation. A JPEG shrinks while it loads; other types need memory
 * for each pixel.
 */
async function reencode({ content, output }: Job): Promise<Buffer | 'pixels'> {
  if (output === 'drawing') return sharp(content).jpeg({ quality: drawingQuality, mozjpeg: true }).toBuffer()
  // Before the header is read, which unpacks it.
  const metadataPixels = (await countUnpackedMetadata(content, pixelsMax * bytesPerPixel)) / bytesPerPixel
  if (metadataPixels > pixelsMax) return 'pixels'
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata()
  if (width * height + metadataPixels > pixelsMax) return 'pixels'
  const picture = sharp(content, {
    limitInputPixels: pixelsMax,
    failOn: 'error',
    pages: 1,
    animated: false,
  }).autoOrient()
  return typeof output === 'number' ? toSquareJpeg(picture, output) : toPng(picture, output)
}

function toSquareJpeg(picture: Sharp, edgePx: number): Promise<Buffer> {
  return picture
    .resize(edgePx, edgePx, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer()
}

function toPng(
  picture: Sharp,
  { widthPx, heightPx, marginPx, background, isTight }: PngSize,
): Promise<Buffer> {
  const around = background ?? { r: 0, g: 0, b: 0, alpha: 0 }
  const resized = picture
    .resize(
      widthPx - 2 * marginPx,
      heightPx - 2 * marginPx,
      isTight ? { fit: 'inside', withoutEnlargement: true } : { fit: 'contain', background: around },
    )
    .extend({ top: marginPx, bottom: marginPx, left: marginPx, right: marginPx, background: around })
  return (background === null ? resized : resized.flatten({ background })).png().toBuffer()
}

/** Kills the process without exit handlers, so that a stuck decoder can't delay it. */
function killSelf(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** CPU time used by this process in milliseconds; waiting for a processor doesn't count. */
function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

let startedAtCpuMs = Infinity

function sendResult(picture: Buffer | 'pixels' | null): void {
  startedAtCpuMs = Infinity
  process.send?.(picture)
}

process.on('message', (job: Job) => {
  startedAtCpuMs = cpuTimeMs()
  reencode(job).then(
    (picture) => sendResult(picture),
    () => sendResult(null),
  )
})
// The parent process is gone.
process.on('disconnect', killSelf)
setInterval(() => {
  if (process.memoryUsage.rss() > memoryMaxMb * 1_000_000 || cpuTimeMs() - startedAtCpuMs > cpuMs) killSelf()
}, watchdogMs)
process.send?.('ready')

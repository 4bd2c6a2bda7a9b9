// A process of its own that turns an uploaded file into the picture that is kept: what a hostile file does, it does here.
import sharp from 'sharp'

const pixelsMax = 16_000_000
const quality = 80
const watchMs = 20
// It shares no file of ours with the server, so that each is built as one.
const [memoryMaxMb = 0, cpuMs = 0] = process.argv.slice(2).map(Number)

// Without this whatever libvips can read is read, SVG and PDF included.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** Upright, square, opaque, without a word of the original's metadata; the first frame of what moves. */
async function reencode({ content, edgePx }: { content: Buffer; edgePx: number }): Promise<Buffer> {
  return sharp(content, {
    limitInputPixels: pixelsMax,
    failOn: 'error',
    pages: 1,
    animated: false,
  })
    .autoOrient()
    .resize(edgePx, edgePx, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer()
}

/** No exit handlers, no waiting for a decoder that is stuck. */
function killSelf(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** How long this process has worked, in milliseconds; waiting for a processor doesn't count. */
function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

let startedAtCpuMs = Infinity

function sendResult(picture: Buffer | null): void {
  startedAtCpuMs = Infinity
  process.send?.(picture)
}

process.on('message', (order: Parameters<typeof reencode>[0]) => {
  startedAtCpuMs = cpuTimeMs()
  reencode(order).then(
    (picture) => sendResult(picture),
    () => sendResult(null),
  )
})
// Whoever started it is gone.
process.on('disconnect', killSelf)
setInterval(() => {
  if (process.memoryUsage.rss() > memoryMaxMb * 1_000_000 || cpuTimeMs() - startedAtCpuMs > cpuMs) killSelf()
}, watchMs)
process.send?.('ready')

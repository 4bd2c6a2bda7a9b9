// Runs ffmpeg from the PATH, or reports what is missing.
import { spawn, spawnSync } from 'node:child_process'

/** Exits with an error message if ffmpeg or a required encoder is missing. */
export function requireFfmpeg(encoders) {
  const asked = spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' })
  if (asked.error || asked.status !== 0) {
    console.error('This script needs ffmpeg in the PATH (on Debian: apt-get install ffmpeg).')
    process.exit(1)
  }
  const missing = encoders.filter((name) => !new RegExp(`\\s${name}\\s`).test(asked.stdout))
  if (missing.length === 0) return
  console.error(
    `This ffmpeg lacks: ${missing.join(', ')}. A full build is needed (Debian's ffmpeg has them).`,
  )
  process.exit(1)
}

/** Starts ffmpeg and passes its standard input to `feed`. Resolves with its standard error. */
export async function runFfmpeg(options, feed) {
  const child = spawn('ffmpeg', ['-hide_banner', ...options], { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => (said += text))
  child.stdin.on('error', () => {})
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`ffmpeg failed (${code}):\n${said}`)),
    )
  })
  await feed?.(child.stdin)
  child.stdin.end()
  return ended
}

/** Writes to a stream and waits for it to drain when it is full. */
export function writeTo(stream, bytes) {
  if (stream.write(bytes)) return Promise.resolve()
  return new Promise((resolve) => {
    const goOn = () => {
      stream.off('drain', goOn)
      stream.off('close', goOn)
      resolve()
    }
    stream.once('drain', goOn)
    stream.once('close', goOn)
  })
}

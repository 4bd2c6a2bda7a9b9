// Makes the six thumbnails of the bundled meditations, 1280×720: they also fill the stage before a video starts.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { longExhale, morningLight, shoreline } from './thumbnails/day.mjs'
import { nightSky, rainOnRoof, sevenLamps } from './thumbnails/night.mjs'

const MAX_BYTES = 80_000
const THUMBNAILS = {
  'morning-light-on-still-water': morningLight,
  'walking-the-shoreline': shoreline,
  'seven-lamps': sevenLamps,
  'rain-on-the-roof': rainOnRoof,
  'the-long-exhale': longExhale,
  'night-sky-open-hand': nightSky,
}
const outDir = fileURLToPath(new URL('../../assets/media/thumbnails/', import.meta.url))
mkdirSync(outDir, { recursive: true })

for (const [name, draw] of Object.entries(THUMBNAILS)) {
  const drawn = await sharp(Buffer.from(draw()), { density: 288 }).resize(2560, 1440).png().toBuffer()
  const { size } = await sharp(drawn)
    .resize(1280, 720)
    .flatten()
    .jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toFile(join(outDir, `${name}.jpg`))
  if (size > MAX_BYTES) throw new Error(`${name}.jpg is ${size} bytes, more than ${MAX_BYTES}.`)
  console.log(`${name}.jpg ${(size / 1000).toFixed(1)} kB`)
}

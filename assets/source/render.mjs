// Renders the shipped pictures from the SVG files beside this script: npx tsx assets/source/render.mjs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'

const sourceDir = import.meta.dirname
const assetsDir = join(sourceDir, '..')
/** @param {string} name */
const sceneModule = (name) => import(pathToFileURL(join(assetsDir, '../src/shared/scene', name)).href)
const { sceneSvg } = await sceneModule('scene-svg.ts')
const { skyAt } = await sceneModule('sky.ts')

/** @param {string} name */
const read = (name) => readFileSync(join(sourceDir, name), 'utf8')

/**
 * @param {string} svg
 * @param {number} [scale] pixels for each unit of the drawing
 */
const draw = (svg, scale = 2) => sharp(Buffer.from(svg), { density: 72 * scale })

/**
 * Writes a JPEG. Throws if it has more than `maxBytes`.
 * @param {import('sharp').Sharp} image
 * @param {string} file
 * @param {{ quality: number, maxBytes: number }} limits
 */
async function saveJpeg(image, file, { quality, maxBytes }) {
  const options = { quality, mozjpeg: true, chromaSubsampling: '4:4:4' }
  const { size } = await image.flatten().jpeg(options).toFile(join(assetsDir, file))
  if (size > maxBytes) throw new Error(`${file} has ${size} bytes, more than ${maxBytes}.`)
}

for (const name of readdirSync(join(sourceDir, 'stock-pictures'))) {
  const drawn = await draw(read(`stock-pictures/${name}`))
    .png()
    .toBuffer()
  for (const { px, ending, maxBytes } of [
    { px: 512, ending: '.jpg', maxBytes: 40_000 },
    { px: 256, ending: '.256.jpg', maxBytes: 16_000 },
  ]) {
    const file = `stock-pictures/${name.replace('.svg', ending)}`
    await saveJpeg(sharp(drawn).resize(px, px), file, { quality: 80, maxBytes })
  }
}

for (const name of readdirSync(join(sourceDir, 'thumbnails'))) {
  const drawn = await draw(read(`thumbnails/${name}`), 4)
    .png()
    .toBuffer()
  const file = `media/thumbnails/${name.replace('.svg', '.jpg')}`
  await saveJpeg(sharp(drawn).resize(1280, 720), file, { quality: 82, maxBytes: 80_000 })
}

// The page's own drawing, a minute before a bell at 7 PM.
const shareScene = sceneSvg({ sky: skyAt(-60_000, 19 * 60), width: 1200, height: 630, horizon: 0.66 })
const sharePicture = sharp(Buffer.from(shareScene)).composite([
  { input: Buffer.from(read('share-overlay.svg')) },
])
await saveJpeg(sharePicture, 'share.jpg', { quality: 82, maxBytes: 60_000 })

// Some devices cut icons to their own shape: those need opaque corners.
const rounded = read('app-icon.svg')
const opaque = rounded.replace(' clip-path="url(#round)"', '')
for (const [file, svg, px] of /** @type {const} */ ([
  ['icon-180', opaque, 180],
  ['icon-maskable-192', opaque, 192],
  ['icon-maskable-512', opaque, 512],
  ['icon-192', rounded, 192],
  ['icon-512', rounded, 512],
])) {
  const icon = draw(svg).resize(px, px)
  if (svg === opaque) icon.flatten()
  await icon
    .png({ compressionLevel: 9, palette: px > 400, quality: 95, dither: 1 })
    .toFile(join(assetsDir, `icons/${file}.png`))
}

// favicon.ico contains PNGs: a header, an entry of 16 bytes for each, then the files.
const sizes = [16, 32, 48]
const pngs = await Promise.all(
  sizes.map((px) => draw(rounded).resize(px, px).png({ compressionLevel: 9 }).toBuffer()),
)
const head = Buffer.alloc(6 + 16 * sizes.length)
head.writeUInt16LE(1, 2)
head.writeUInt16LE(sizes.length, 4)
let offset = head.length
for (const [index, png] of pngs.entries()) {
  const entry = 6 + 16 * index
  head.fill(sizes[index] ?? 0, entry, entry + 2)
  head.writeUInt16LE(1, entry + 4)
  head.writeUInt16LE(32, entry + 6)
  head.writeUInt32LE(png.length, entry + 8)
  head.writeUInt32LE(offset, entry + 12)
  offset += png.length
}
writeFileSync(join(assetsDir, 'icons/favicon.ico'), Buffer.concat([head, ...pngs]))

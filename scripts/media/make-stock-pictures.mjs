// Makes the twelve stock profile pictures that ship with the product, at 512 and 256 px.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { crane, feather } from './stock-pictures/flying.mjs'
import { leaf, lotus, tree } from './stock-pictures/growing.mjs'
import { cloud, moon, mountain, sun } from './stock-pictures/sky.mjs'
import { shell, stones, wave } from './stock-pictures/water.mjs'

const PICTURES = { lotus, moon, mountain, leaf, wave, sun, stones, feather, crane, tree, cloud, shell }
const SIZES = [
  { px: 512, ending: '.jpg', maxBytes: 40_000 },
  { px: 256, ending: '.256.jpg', maxBytes: 16_000 },
]
const outDir = fileURLToPath(new URL('../../assets/stock-pictures/', import.meta.url))
mkdirSync(outDir, { recursive: true })

for (const [index, [name, draw]] of Object.entries(PICTURES).entries()) {
  const drawn = await sharp(Buffer.from(draw()), { density: 144 }).resize(1024, 1024).png().toBuffer()
  for (const { px, ending, maxBytes } of SIZES) {
    const file = `${String(index + 1).padStart(2, '0')}-${name}${ending}`
    const { size } = await sharp(drawn)
      .resize(px, px)
      .flatten()
      .jpeg({ quality: 80, mozjpeg: true, chromaSubsampling: '4:4:4' })
      .toFile(join(outDir, file))
    if (size > maxBytes) throw new Error(`${file} is ${size} bytes, more than ${maxBytes}.`)
    console.log(`${file} ${(size / 1000).toFixed(1)} kB`)
  }
}

// Makes the favicons and the app icons from the ten-petal rosette: SVG for light and dark, ICO for /favicon.ico.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { rosette } from './rosette.mjs'
import { ground, linear, picture, radial } from './svg.mjs'

const LIGHT_INK = '#482f66'
const DARK_INK = '#dacbf1'
const outDir = fileURLToPath(new URL('../../assets/icons/', import.meta.url))
mkdirSync(outDir, { recursive: true })

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>Stillwater</title><style>
.petals{fill:${LIGHT_INK};fill-opacity:.12;stroke:${LIGHT_INK};stroke-width:2.4}.seed{fill:${LIGHT_INK}}
@media (prefers-color-scheme:dark){.petals{fill:${DARK_INK};fill-opacity:.16;stroke:${DARK_INK}}.seed{fill:${DARK_INK}}}
</style>${rosette()}</svg>
`
writeFileSync(join(outDir, 'icon.svg'), favicon)

const defs =
  linear('dusk', ['#241c4c', '#4d3a78 1 .45', '#a06c92 1 .8', '#e2a48f']) +
  radial('glow', ['#ffe3c0 .5', '#ffe3c0 0'], [0.5, 0.5, 0.46])
const style =
  '<style>.petals{fill:#fff3e2;fill-opacity:.16;stroke:#fff6ea;stroke-width:1.6}.seed{fill:#fff6ea}</style>'
/** The app icon, 512 units wide. The rosette stays within the safe zone of maskable icons. */
function appIcon(clip = '') {
  return picture(
    [512, 512],
    `${defs}<clipPath id="round"><rect width="512" height="512" rx="112"/></clipPath>`,
    `${style}<g ${clip}>${ground([512, 512], 'url(#dusk)')}${ground([512, 512], 'url(#glow)')}<g transform="translate(80 80) scale(5.5)">${rosette()}</g></g>`,
  )
}

/** Opaque for devices that mask icons themselves; with round corners for those that don't. */
const opaque = appIcon()
const rounded = appIcon('clip-path="url(#round)"')

for (const [name, px, drawing] of [
  ['icon-180', 180, opaque],
  ['icon-192', 192, rounded],
  ['icon-512', 512, rounded],
  ['icon-maskable-192', 192, opaque],
  ['icon-maskable-512', 512, opaque],
]) {
  const image = sharp(Buffer.from(drawing), { density: 144 }).resize(px, px)
  if (drawing === opaque) image.flatten()
  await image
    .png({ compressionLevel: 9, palette: px > 400, quality: 95, dither: 1 })
    .toFile(join(outDir, `${name}.png`))
}

/** An ICO file of PNGs: a header, a 16-byte entry for each, then the files. */
function icoOf(images) {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { px, png }] of images.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(px, at)
    head.writeUInt8(px, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)])
}

const icoImages = await Promise.all(
  [16, 32, 48].map(async (px) => ({
    px,
    png: await sharp(Buffer.from(rounded), { density: 144 })
      .resize(px, px)
      .png({ compressionLevel: 9 })
      .toBuffer(),
  })),
)
writeFileSync(join(outDir, 'favicon.ico'), icoOf(icoImages))

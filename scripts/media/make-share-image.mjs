// Makes the share image, 1200×630: the dawn of the sample film with the rosette in its ring. It shows no name,
// since every community has its own.
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { rosette } from './rosette.mjs'
import { linear, picture, radial } from './svg.mjs'

const MAX_BYTES = 120_000
const SIZE = [1200, 630]
// The position of the ring in the film's poster, scaled to this width and cropped to this height.
const CUT_TOP = 18
const RING = { x: 600, y: 182, radius: 132 }
const UNITS = 64
const PETAL_REACH = 27.4

const assets = (name) => fileURLToPath(new URL(`../../assets/${name}`, import.meta.url))
const scale = (RING.radius * 0.9) / PETAL_REACH
const shift = (UNITS / 2) * scale
const defs =
  radial('glow', ['#fff1d6 .5', '#ffdcb4 .22 .5', '#ffdcb4 0'], [0.5, 0.5, 0.5]) +
  linear('shade', ['#1d1840 .32', '#1d1840 0 .3', '#1d1840 0 .72', '#1d1840 .38'])
const overlay = picture(
  SIZE,
  defs,
  '<style>.petals{fill:#fff3e2;fill-opacity:.13;stroke:#fff8ee;stroke-width:.62;stroke-opacity:.92}.seed{fill:#fff8ee}</style>' +
    '<rect width="1200" height="630" fill="url(#shade)"/>' +
    `<circle cx="${RING.x}" cy="${RING.y}" r="${RING.radius * 2}" fill="url(#glow)"/>` +
    `<g transform="translate(${RING.x - shift} ${RING.y - shift}) scale(${scale})">${rosette()}</g>`,
)

const { size } = await sharp(assets('media/still-water.jpg'))
  .resize(SIZE[0])
  .extract({ left: 0, top: CUT_TOP, width: SIZE[0], height: SIZE[1] })
  .composite([{ input: Buffer.from(overlay) }])
  .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
  .toFile(assets('share.jpg'))
if (size > MAX_BYTES) throw new Error(`share.jpg is ${size} bytes, more than ${MAX_BYTES}.`)
console.log(`share.jpg ${(size / 1000).toFixed(1)} kB`)

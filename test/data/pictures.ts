// The corpus of uploads: pictures as members send them, and hostile or broken files.
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

type PictureType = 'jpeg' | 'png' | 'gif'

export const fiveMebibytes = 5 * 1024 * 1024

/** A data URL for the `profilePicture` field; `type` is what the sender claims, true or not. */
export function dataUrl(content: Buffer, type = 'image/jpeg'): string {
  return `data:${type};base64,${content.toString('base64')}`
}

/** A picture whose left half is red and whose right half is blue. */
export function twoColorImage(width = 640, height = 480): Sharp {
  const right = { create: { width: width / 2, height, channels: 3 as const, background: '#0000ff' } }
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: right, left: width / 2, top: 0 },
  ])
}

/** A PNG of one colour, '#rrggbb' or with an opacity. */
export function solidColorPng(background: string, width = 64, height = width): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
}

/** Incompressible noise, so that decoding takes its time. */
export function noiseJpeg(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}

/** A GIF whose first frame is red and whose second is blue. */
export async function animatedGif(): Promise<Buffer> {
  const frames = [await solidColorPng('#ff0000', 40), await solidColorPng('#0000ff', 40)]
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100], loop: 0 })
    .toBuffer()
}

/** A JPEG rotated by its EXIF orientation, with a GPS position in its metadata. */
export function cameraJpeg(): Promise<Buffer> {
  return twoColorImage()
    .withExif({
      IFD0: { Make: 'Camera of Mia', Copyright: 'Mia' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 52/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

export interface Upload {
  what: string
  type: PictureType
  content: Buffer
}

const uploadOf = (type: PictureType) => (what: string, content: Buffer) => ({ what, type, content })
const [aJpeg, aPng, aGif] = [uploadOf('jpeg'), uploadOf('png'), uploadOf('gif')]
const tail = Buffer.from('<html><script>alert(document.cookie)</script></html>')

/** An odd one of `validUploads` for each type: all pass through the same worker, whose test takes all of them. */
export async function oneUploadPerType(): Promise<Upload[]> {
  const png = await twoColorImage().png().toBuffer()
  return [
    aJpeg('a JPEG from a camera, with its place', await cameraJpeg()),
    aPng('a PNG with a page behind it', Buffer.concat([png, tail])),
    aGif('a moving GIF', await animatedGif()),
  ]
}

/** Uploads that the server must accept, including odd ones. */
export async function validUploads(): Promise<Upload[]> {
  const jpeg = await twoColorImage().jpeg().toBuffer()
  const png = await twoColorImage().png().toBuffer()
  return [
    ...(await oneUploadPerType()),
    aJpeg('a JPEG', jpeg),
    aJpeg('a progressive JPEG', await twoColorImage().jpeg({ progressive: true }).toBuffer()),
    aJpeg('a JPEG for printing (CMYK)', await twoColorImage().toColourspace('cmyk').jpeg().toBuffer()),
    aJpeg('a JPEG with a page behind it', Buffer.concat([jpeg, tail])),
    aJpeg('a JPEG of exactly 5 MiB', Buffer.concat([jpeg, Buffer.alloc(fiveMebibytes - jpeg.length)])),
    aPng('a PNG', png),
    aPng('a transparent PNG', await solidColorPng('rgba(0, 0, 0, 0)')),
    aPng('an interlaced PNG', await twoColorImage().png({ progressive: true }).toBuffer()),
    aPng('a PNG of 16 bits', await twoColorImage().toColourspace('rgb16').png().toBuffer()),
    aPng('a PNG of one pixel', await solidColorPng('#123456', 1)),
    aPng('a PNG of 4000 by 4', await solidColorPng('#123456', 4000, 4)),
    aPng('a PNG whose note unfolds to 64 MB', pngWithTexts(png, 64_000_000)),
    aGif('a GIF', await twoColorImage().gif().toBuffer()),
    aGif('a GIF that claims a screen of 65535 by 65535', withGifSize(await animatedGif(), 'screen')),
  ]
}

/** Files with the right signature for their type whose content is corrupt. */
export async function corruptUploads(): Promise<Upload[]> {
  const [jpeg, png, gif] = await Promise.all([
    twoColorImage().jpeg().toBuffer(),
    twoColorImage().png().toBuffer(),
    animatedGif(),
  ])
  return [
    { what: 'half of a JPEG', type: 'jpeg', content: jpeg.subarray(0, jpeg.length / 2) },
    { what: 'half of a PNG', type: 'png', content: png.subarray(0, png.length / 2) },
    { what: 'the head of a GIF', type: 'gif', content: gif.subarray(0, 20) },
    { what: 'the first bytes of a JPEG', type: 'jpeg', content: Buffer.from('ffd8ff', 'hex') },
    { what: 'noise after the first bytes of a PNG', type: 'png', content: noiseAfter(png) },
    { what: 'a PNG that claims 2147483647 by 2147483647', type: 'png', content: hugePng() },
  ]
}

/** Small files with more pixels, or more metadata, than the server decodes. */
export async function oversizedUploads(): Promise<Upload[]> {
  return [
    {
      what: 'a PNG with texts of 600 MB',
      type: 'png',
      content: pngWithTexts(await solidColorPng('#204060'), 30_000_000, 20),
    },
    { what: 'a PNG of 14000 by 14000', type: 'png', content: pixelBomb() },
    {
      what: 'a GIF with a frame of 65535 by 65535',
      type: 'gif',
      content: withGifSize(await animatedGif(), 'frame'),
    },
  ]
}

/** A JPEG of a camera with 20 million pixels, upright by its EXIF orientation. */
export function largeJpeg(): Promise<Buffer> {
  return sharp({ create: { width: 5_184, height: 3_888, channels: 3, background: '#446688' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 40 })
    .toBuffer()
}

const svgText =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>'
export const svgFile = Buffer.from(svgText)

/** Files of unsupported types, declared correctly and falsely. */
export async function wrongTypeUploads(): Promise<{ what: string; address: string }[]> {
  const webp = await twoColorImage().webp().toBuffer()
  const tiff = await twoColorImage().tiff().toBuffer()
  const jpeg = await twoColorImage().jpeg().toBuffer()
  const heic = Buffer.from('000000186674797068656963000000006d69663168656963', 'hex')
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n%%EOF')
  return [
    { what: 'an SVG', address: dataUrl(svgFile, 'image/svg+xml') },
    { what: 'an SVG in plain text', address: `data:image/svg+xml,${encodeURIComponent(svgText)}` },
    { what: 'an SVG as PNG', address: dataUrl(svgFile, 'image/png') },
    { what: 'a WebP', address: dataUrl(webp, 'image/webp') },
    { what: 'a WebP as PNG', address: dataUrl(webp, 'image/png') },
    { what: 'a HEIC', address: dataUrl(heic, 'image/heic') },
    { what: 'a HEIC as JPEG', address: dataUrl(heic) },
    { what: 'a TIFF', address: dataUrl(tiff, 'image/tiff') },
    { what: 'a TIFF as JPEG', address: dataUrl(tiff) },
    { what: 'a PDF as PNG', address: dataUrl(pdf, 'image/png') },
    { what: 'a page', address: dataUrl(Buffer.from('<script>alert(1)</script>'), 'text/html') },
    { what: 'a JPEG as GIF', address: dataUrl(jpeg, 'image/gif') },
    { what: 'a type in capitals', address: dataUrl(jpeg, 'IMAGE/JPEG') },
    { what: 'a type that is no type', address: dataUrl(jpeg, 'image/jpg') },
    { what: 'a type with a parameter', address: dataUrl(jpeg, 'image/jpeg;charset=utf-8') },
    { what: 'no type', address: dataUrl(jpeg, '') },
    { what: 'a file that is not in base64', address: 'data:image/png,%89PNG' },
  ]
}

/** A picture in base64 variants that Node decodes and the server must reject. */
export async function malformedBase64Uploads(): Promise<{ what: string; address: string }[]> {
  const small = await solidColorPng('#8090a0', 8)
  // So that the base64 contains '++++' and ends with 'AA=='.
  const tail = Buffer.from('fbefbe00', 'hex')
  const text = Buffer.concat([small, Buffer.alloc((3 - (small.length % 3)) % 3), tail]).toString('base64')
  const spelled = (what: string, base64: string) => ({ what, address: `data:image/png;base64,${base64}` })
  return [
    spelled('nothing', ''),
    spelled('padding alone', '===='),
    spelled('a line break inside', `${text.slice(0, 40)}\n${text.slice(40)}`),
    spelled('a blank at its end', `${text} `),
    spelled('no padding', text.replace(/=+$/, '')),
    spelled('too much padding', `${text}=`),
    spelled('bits left over', text.replace(/A==$/, 'B==')),
    spelled('the letters of addresses', text.replaceAll('+', '-').replaceAll('/', '_')),
    spelled('something behind its end', `${text}AAAA`),
    spelled('signs that mean nothing', text.replace('A', '!')),
  ]
}

function noiseAfter(png: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 8), Buffer.alloc(5_000, 0x5a)])
}

/** 196 million real pixels in a few kilobytes. */
function pixelBomb(): Buffer {
  const rowBytes = 1 + 14_000 / 8
  return pngOf(14_000, { depth: 1, rows: Buffer.alloc(14_000 * rowBytes) })
}

function hugePng(): Buffer {
  return pngOf(0x7fffffff, { depth: 8, rows: Buffer.alloc(1_000) })
}

/** A grey square PNG, encoded by hand. */
function pngOf(edgePx: number, { depth, rows }: { depth: number; rows: Buffer }): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edgePx, 0)
  head.writeUInt32BE(edgePx, 4)
  head.writeUInt8(depth, 8)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** A GIF that claims 65535 by 65535 for its screen, or for its first frame. */
function withGifSize(gif: Buffer, of: 'screen' | 'frame'): Buffer {
  const huge = Buffer.from(gif)
  const frameAt = huge.indexOf(Buffer.from('2c00000000', 'hex'))
  huge.writeUInt32LE(0xffffffff, of === 'screen' ? 6 : frameAt + 5)
  return huge
}

/** Inserts compressed texts between a PNG's header and its pixels, each of which unpacks to `bytes`. */
export function pngWithTexts(png: Buffer, bytes: number, count = 1): Buffer {
  const comment = Buffer.concat([
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.alloc(bytes, 0x20)),
  ])
  const texts = Array<Buffer>(count).fill(chunk('zTXt', comment))
  // The signature and the header chunk: 8 and 25 bytes.
  return Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

// Makes the bundled sample meditation: film, captions and poster. Needs ffmpeg; takes some minutes.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { requireFfmpeg, runFfmpeg, writeTo } from './ffmpeg.mjs'
import { renderFrames } from './sample-video/frames.mjs'
import { openRenderer } from './sample-video/render-frame.mjs'
import { makeSound, sampleRate } from './sample-video/sound.mjs'
import {
  captionsFile,
  firstBreathS,
  framesPerSecond,
  frameCount,
  heightPx,
  widthPx,
} from './sample-video/timeline.mjs'

const TARGET_LUFS = -20
const POSTER_AT_S = firstBreathS + 64
const outDir = fileURLToPath(new URL('../../assets/media/', import.meta.url))
const film = join(outDir, 'still-water.mp4')

const rawSound = ['-f', 'f32le', '-ar', String(sampleRate), '-ac', '2']
const rawFrames = [
  '-f',
  'rawvideo',
  '-pix_fmt',
  'yuv420p',
  '-s',
  `${widthPx}x${heightPx}`,
  '-r',
  String(framesPerSecond),
]
const colors = [
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-colorspace',
  'bt709',
  '-color_range',
  'tv',
]
const x264 = [
  '-c:v',
  'libx264',
  '-profile:v',
  'high',
  '-level',
  '4.0',
  '-preset',
  'slower',
  '-crf',
  '25.6',
  '-pix_fmt',
  'yuv420p',
]
// Long, fixed runs of B-frames: the picture changes slowly, so frames in between are nearly free.
const x264Care = [
  'keyint=240:ref=6:bframes=9:b-adapt=0:b-pyramid=normal:rc-lookahead=60:threads=4',
  'aq-mode=3:aq-strength=1:deblock=1,1:psy-rd=0.2,0:qcomp=0.6',
].join(':')
const aac = ['-c:a', 'aac', '-b:a', '80k', '-ac', '2', '-ar', '48000']
const plain = [
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
]

/** The gain in dB that brings a sound file to the wanted loudness. */
async function gainFor(soundPath) {
  const said = await runFfmpeg([...rawSound, '-i', soundPath, '-af', 'ebur128=peak=true', '-f', 'null', '-'])
  const summary = said.slice(said.lastIndexOf('Summary:'))
  const measured = Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1])
  const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1])
  const gain = TARGET_LUFS - measured
  console.log(
    `Sound: ${measured} LUFS, set to ${TARGET_LUFS} LUFS; true peak ${(peak + gain).toFixed(1)} dBFS.`,
  )
  if (!(peak + gain < -2)) throw new Error('The audio peak is too close to full scale.')
  return gain
}

async function makeFilm(soundPath, gainDb) {
  const inputs = ['-y', ...rawFrames, '-i', 'pipe:0', ...rawSound, '-i', soundPath]
  const output = [
    ...x264,
    '-x264-params',
    x264Care,
    ...colors,
    ...aac,
    '-af',
    `volume=${gainDb.toFixed(2)}dB`,
    ...plain,
    '-movflags',
    '+faststart',
    film,
  ]
  let count = 0
  await runFfmpeg([...inputs, '-map', '0:v', '-map', '1:a', ...output], async (pipe) => {
    for await (const bytes of renderFrames(Math.min(4, availableParallelism()))) {
      await writeTo(pipe, bytes)
      if (++count % (framesPerSecond * 10) === 0) console.log(`Frame ${count} of ${frameCount}`)
    }
  })
}

async function makePoster() {
  const renderer = await openRenderer()
  const rgb = renderer.rgb(POSTER_AT_S)
  const raw = { width: widthPx, height: heightPx, channels: 3 }
  await sharp(Buffer.from(rgb.buffer), { raw })
    .jpeg({ quality: 86, mozjpeg: true })
    .toFile(join(outDir, 'still-water.jpg'))
}

requireFfmpeg(['libx264', 'aac'])
const workDir = mkdtempSync(join(tmpdir(), 'still-water-'))
try {
  writeFileSync(join(outDir, 'still-water.en.vtt'), captionsFile())
  await makePoster()
  if (!process.argv.includes('--no-film')) {
    const soundPath = join(workDir, 'sound.f32')
    const sound = makeSound()
    writeFileSync(soundPath, Buffer.from(sound.buffer))
    await makeFilm(soundPath, await gainFor(soundPath))
    console.log(`${film}: ${(statSync(film).size / 1e6).toFixed(2)} MB`)
  }
} finally {
  rmSync(workDir, { recursive: true, force: true })
}

// Recorder: encodes microphone and picture into segments as the browser captures them. Loaded when a teacher speaks, since
// its library is large.
import {
  BufferTarget,
  canEncodeAudio,
  canEncodeVideo,
  CmafOutputFormat,
  HlsOutputFormat,
  MediaStreamAudioTrackSource,
  MediaStreamVideoTrackSource,
  Output,
  OutputTrackGroup,
  PathedTarget,
  Quality,
  type AudioSample,
  type AudioTrackMetadata,
} from 'mediabunny'
import type { Rendition } from '../../contract.ts'
import { framesPerSecond, pictureHeight, pictureWidth } from './desk-picture.ts'
import type { Segment } from './segment-queue.ts'
import { parseTimes } from './segment-times.ts'

const segmentSeconds = 2
// With the sound less than 500 kbit/s, the muxing included.
const pictureQuality = new Quality({ bitrate: 400_000 })
const soundQuality = new Quality({ bitrate: 64_000 })
/** The same for every microphone: players stop where a stream changes its format. */
const soundFormat = { numberOfChannels: 1, sampleRate: 48_000 }

/** What a recording is made of: both playlists of a stream, or the one of a test. */
export type Recorded = 'stream' | 'test'

const renditionsOf: Readonly<Record<Recorded, readonly Rendition[]>> = {
  stream: ['picture', 'sound'],
  test: ['test'],
}

interface RecorderInput {
  microphone: MediaStreamTrack
  picture: MediaStreamTrack
  recorded: Recorded
  onInit: (rendition: Rendition, bytes: Uint8Array<ArrayBuffer>) => void
  onSegment: (rendition: Rendition, segment: Segment) => void
  /** The loudest moment of the last sound, from 0 to 1. */
  onLevel: (peak: number) => void
  /** The recording has stopped. */
  onFailure: (error: unknown) => void
}

export interface Recorder {
  /** Ends the last segments. */
  stop: () => Promise<void>
}

/** A browser that encodes nothing of what a stream needs. */
export class NothingEncodedError extends Error {
  override name = 'NothingEncodedError'
}

/** AAC where the browser encodes it, else Opus. Throws a {@link NothingEncodedError}. */
async function chooseSoundCodec(): Promise<'aac' | 'opus'> {
  const encodesPicture = await canEncodeVideo('avc', {
    width: pictureWidth,
    height: pictureHeight,
    quality: pictureQuality,
  })
  if (encodesPicture)
    for (const codec of ['aac', 'opus'] as const)
      if (await canEncodeAudio(codec, { ...soundFormat, quality: soundQuality })) return codec
  throw new NothingEncodedError()
}

/** Throws a {@link NothingEncodedError} where the browser can't. */
export async function startRecorder(input: RecorderInput): Promise<Recorder> {
  const codec = await chooseSoundCodec()
  const renditions = renditionsOf[input.recorded]
  const output = new Output({ format: segmentFormat(input, renditions), target: segmentTarget() })
  // A test is a file, which begins at 0.
  const isStream = input.recorded === 'stream'
  const times = { timestampBase: isStream ? 'unix' : 'synced-zero' } as const
  const source = new MediaStreamVideoTrackSource(
    input.picture as MediaStreamVideoTrack,
    { codec: 'avc', quality: pictureQuality, keyFrameInterval: segmentSeconds },
    { ...times, frameRate: framesPerSecond },
  )
  const sounds = renditions.map(
    (_, index) =>
      new MediaStreamAudioTrackSource(
        input.microphone as MediaStreamAudioTrack,
        {
          codec,
          quality: soundQuality,
          transform: soundFormat,
          ...(index === 0 && { onEncodedSample: (sample: AudioSample) => input.onLevel(peakOf(sample)) }),
        },
        times,
      ),
  )
  for (const { errorPromise } of [source, ...sounds]) errorPromise.catch(input.onFailure)
  // A player that gets its sound as a rendition of its own stays mute: so the picture has it, too.
  const metadata = renditions.map((): AudioTrackMetadata => {
    return { isRelativeToUnixEpoch: isStream, group: new OutputTrackGroup() }
  })
  output.addVideoTrack(source, metadata[0])
  for (const [index, sound] of sounds.entries()) output.addAudioTrack(sound, metadata[index])
  await output.start()
  return { stop: () => output.finalize() }
}

const segmentTarget = () => new PathedTarget('master.m3u8', () => new BufferTarget())

function segmentFormat({ onInit, onSegment }: RecorderInput, renditions: readonly Rendition[]) {
  const finished = new Map<Rendition, ArrayBuffer>()
  const ends = new Map<Rendition, number>()
  const renditionOf = ({ n }: { n: number }) => renditions[n - 1] ?? 'picture'
  return new HlsOutputFormat({
    segmentFormat: new CmafOutputFormat(),
    targetDuration: segmentSeconds,
    live: true,
    // The playlist of one segment says when it is.
    maxLiveSegmentCount: 1,
    onInit: (target, playlist) => {
      const bytes = bufferOf(target)
      if (bytes) onInit(renditionOf(playlist), new Uint8Array(bytes))
    },
    onSegment: (target, { playlist }) => {
      const bytes = bufferOf(target)
      if (bytes) finished.set(renditionOf(playlist), bytes)
    },
    onPlaylist: (text, playlist) => {
      const rendition = renditionOf(playlist)
      const bytes = finished.get(rendition)
      finished.delete(rendition)
      const times = parseTimes(text)
      if (!bytes || !times) return
      const { durationMs } = times
      const startsAtMs = times.startsAtMs ?? ends.get(rendition) ?? Date.now() - durationMs
      ends.set(rendition, startsAtMs + durationMs)
      onSegment(rendition, { startsAtMs, durationMs, bytes: new Uint8Array(bytes) })
    },
  })
}

function bufferOf(target: unknown): ArrayBuffer | null {
  return target instanceof BufferTarget ? target.buffer : null
}

function peakOf(sample: AudioSample): number {
  const samples = new Float32Array(sample.allocationSize({ planeIndex: 0, format: 'f32-planar' }) / 4)
  sample.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
  return samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)
}

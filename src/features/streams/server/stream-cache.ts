// Stream cache: what this node serves of a stream. It reads a segment once, and what there is at most once a second.
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import type { Rendition } from '../contract.ts'
import { writePlaylist } from '../written-playlist.ts'
import { readContent, readInit, readSegment, type StreamContent } from './sql.ts'

/** So many segments and first bytes stay in memory: about 8 MB. */
const storedFilesMax = 60
/** Longer than a room's poll, which reads it again each second: so a request never does. */
const contentForMs = 1_200

interface FileName {
  sittingId: number
  rendition: Rendition
  kind: 'segment' | 'init'
  seq: number
}

export interface StreamCache {
  /** What there is of a stream, little more than a second old at most; the calls of that time share one read. */
  content(sittingId: number): Promise<StreamContent>
  /** The same, read now. */
  refresh(sittingId: number): Promise<StreamContent>
  /** A playlist; null without a segment. */
  playlist(sittingId: number, rendition: Rendition): Promise<string | null>
  /** Bytes; null once they are deleted, or the stream has ended. */
  file(name: FileName): Promise<Buffer | null>
  /** Evicts what is known of a stream that has changed, but for its bytes. */
  evict(sittingId: number): void
  /** How many reads it has made, for tests and metrics. */
  readonly reads: Readonly<{ contents: number; files: number }>
}

interface KnownContent {
  readAtMs: number
  content: Promise<StreamContent>
  /** Written at the first request, and the same for all. */
  playlists: Map<Rendition, Promise<string | null>>
}

export function createStreamCache({
  clock,
  database,
}: {
  clock: Pick<Clock, 'now'>
  database: Pick<Database, 'query'>
}): StreamCache {
  const reads = { contents: 0, files: 0 }
  const contents = new Map<number, KnownContent>()
  const files = new Map<string, Promise<Buffer | null>>()

  const read = (sittingId: number): KnownContent => {
    reads.contents += 1
    const content = readContent(database.query, sittingId)
    const entry: KnownContent = { readAtMs: clock.now(), content, playlists: new Map() }
    // The sittings around now are few.
    if (contents.size >= 100) contents.clear()
    contents.set(sittingId, entry)
    content.catch(() => {
      if (contents.get(sittingId) === entry) contents.delete(sittingId)
    })
    return entry
  }
  const known = (sittingId: number): KnownContent => {
    const entry = contents.get(sittingId)
    const ageMs = entry ? clock.now() - entry.readAtMs : Number.POSITIVE_INFINITY
    return entry && ageMs >= 0 && ageMs < contentForMs ? entry : read(sittingId)
  }
  const content = (sittingId: number): Promise<StreamContent> => known(sittingId).content
  const playlist = (sittingId: number, rendition: Rendition): Promise<string | null> => {
    const entry = known(sittingId)
    const written = entry.playlists.get(rendition) ?? playlistOf(entry.content, rendition)
    entry.playlists.set(rendition, written)
    return written
  }
  const readFile = ({ kind, ...name }: FileName): Promise<Buffer | null> => {
    reads.files += 1
    return kind === 'init' ? readInit(database.query, name) : readSegment(database.query, name)
  }
  const storedFile = (name: FileName): Promise<Buffer | null> => {
    const key = `${name.sittingId} ${name.rendition} ${name.kind} ${name.seq}`
    const stored = files.get(key)
    if (stored) files.delete(key)
    const reading = stored ?? readFile(name)
    files.set(key, reading)
    if (stored) return stored
    const [oldest] = files.keys()
    if (oldest !== undefined && files.size > storedFilesMax) files.delete(oldest)
    const forget = () => {
      if (files.get(key) === reading) files.delete(key)
    }
    reading.then((bytes) => bytes ?? forget(), forget)
    return reading
  }
  return {
    content,
    refresh: (sittingId) => read(sittingId).content,
    playlist,
    file: async (name) => {
      const { stream } = await content(name.sittingId)
      return isServed(stream, name.rendition) ? storedFile(name) : null
    },
    evict: (sittingId) => void contents.delete(sittingId),
    reads,
  }
}

async function playlistOf(content: Promise<StreamContent>, rendition: Rendition): Promise<string | null> {
  const { stream, segments } = await content
  if (!isServed(stream, rendition)) return null
  const own = segments.filter((segment) => segment.rendition === rendition)
  return writePlaylist(rendition, own)
}

/** Whether there is a stream that goes on; a test is served after one as well. */
function isServed(stream: StreamContent['stream'], rendition: Rendition): boolean {
  return stream !== null && (stream.state !== 'ended' || rendition === 'test')
}

// Live files: the playlists and segments of this site's streams, for members who follow the sitting. The test of a desk is
// for who may speak there.
import type { Platform, User } from '#server/context.ts'
import type { Rendition } from '../contract.ts'
import { parseLiveFile } from '../written-playlist.ts'
import { isFollowed, type LiveSittings } from './live-sittings.ts'
import { mayTeach } from './sql.ts'
import type { StreamCache } from './stream-cache.ts'

export interface ServedFile {
  content: Buffer | string
  type: string
  cacheControl: string
}

/** A file of a sitting's stream for a member; null when there is none, or the member may not have it. */
export type ReadLiveFile = (
  user: Pick<User, 'id'>,
  sittingId: number,
  name: string,
) => Promise<ServedFile | null>

/** A second for all caches of the member's browser; nothing is stored beyond the segment's own time. */
const playlistCaching = 'private, max-age=1'
const segmentCaching = 'private, max-age=300, immutable'
const testCaching = 'private, no-store'

export function createReadLiveFile(
  { database, roomClock }: Pick<Platform, 'database' | 'roomClock'>,
  { sittings, reader }: { sittings: LiveSittings; reader: StreamCache },
): ReadLiveFile {
  const mayHave = async (userId: number, sittingId: number, rendition: Rendition): Promise<boolean> => {
    const live = await sittings.find(sittingId)
    if (live?.plays.source !== 'here') return false
    if (rendition === 'test') return mayTeach(database.query, userId, sittingId)
    return isFollowed(live, roomClock.now())
  }
  return async ({ id }, sittingId, name) => {
    const file = parseLiveFile(name)
    if (file === null || !(await mayHave(id, sittingId, file.rendition))) return null
    const { rendition } = file
    const isTest = rendition === 'test'
    if (file.kind === 'playlist') {
      const content = await reader.playlist(sittingId, rendition)
      const type = 'application/vnd.apple.mpegurl'
      return content === null ? null : { content, type, cacheControl: isTest ? testCaching : playlistCaching }
    }
    const { kind, seq } = file
    const content = await reader.file({ sittingId, rendition, kind, seq })
    const type = rendition === 'sound' ? 'audio/mp4' : 'video/mp4'
    return content && { content, type, cacheControl: isTest ? testCaching : segmentCaching }
  }
}

// Video check: whether the videos of the coming days respond, before their bell (SCH-37).
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseVideoAddress } from '#features/templates/media-address.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import type { ScheduledJob } from '#server/jobs/scheduled-jobs.ts'
import { createProbe, type Probe } from '#server/outgoing/probe.ts'
import { addDays, timestampToMs } from '#shared/day.ts'
import { hourMs } from '#shared/durations.ts'
import { videoOutcomes, type VideoOutcome, type VideoResponse } from '../video-outcomes.ts'
import { deleteOldVideoChecks, saveVideoChecks, scheduledVideos } from './sql/video-checks.ts'

/** Today's videos, and those of so many days after it. */
const daysAhead = 3
/** A little less than a day, as polls come every hour. */
const remoteEveryMs = 23 * hourMs
/** For results of videos that are no longer scheduled. */
const retentionDays = 7

export interface VideoCheckDeps {
  assetsDir: string
  /** The address of this community, where a proxy may send the files of /media/own/. */
  publicUrl: string
  /** Tests only: another way to ask hosts. */
  probe?: Probe
}

interface VideoCheckOptions {
  today: string
  signal: AbortSignal
  nowMs: number
}

export interface VideoCheck {
  /** As in the template. */
  url: string
  outcome: VideoOutcome
  /** False for the stored outcome of a remote file that was checked within a day. */
  isNew: boolean
}

/**
 * Checks the videos of the coming days. Files of this server are looked up on its disk, others are asked for once a day.
 * YouTube isn't: the server sends nothing there. Of a stream it asks for the playlist.
 */
export async function checkScheduledVideos(
  db: Executor,
  { assetsDir, publicUrl, probe = createProbe() }: VideoCheckDeps,
  { today, signal, nowMs }: VideoCheckOptions,
): Promise<VideoCheck[]> {
  const scheduled = await scheduledVideos(db, { from: today, to: addDays(today, daysAhead) })
  const videos = scheduled.flatMap((stored) => {
    const video = parseVideoAddress(stored.url)
    return video === null || video.kind === 'youtube' ? [] : [{ ...stored, address: video.url }]
  })
  const isOwn = ({ address }: (typeof videos)[number]) => address.startsWith('/')
  const isRecent = (video: (typeof videos)[number]) =>
    !isOwn(video) && video.checkedAt !== null && timestampToMs(video.checkedAt) > nowMs - remoteEveryMs
  const pending = videos.filter((video) => !isRecent(video))
  const responses = await Promise.all(
    pending.map((video) =>
      isOwn(video)
        ? findOwnFile(video.address, { assetsDir, publicUrl, signal })
        : probe(video.address, signal),
    ),
  )
  const outcomes = videoOutcomes(responses)
  return [
    ...pending.map(({ url }, index) => ({ url, outcome: outcomes[index] ?? 'unknown', isNew: true })),
    ...videos
      .filter(isRecent)
      .map(({ url, outcome }) => ({ url, outcome: outcome ?? 'unknown', isNew: false })),
  ]
}

/** A file of /media/own/ that isn't on the disk may come from the proxy, which is asked. */
async function findOwnFile(
  path: string,
  { assetsDir, publicUrl, signal }: Omit<VideoCheckDeps, 'probe'> & { signal: AbortSignal },
): Promise<VideoResponse> {
  const found = await stat(join(assetsDir, decodedPath(path))).catch(() => null)
  if (found?.isFile()) return 'found'
  if (!path.startsWith('/media/own/')) return 'missing'
  try {
    const { status } = await fetch(publicUrl + path, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    })
    return status < 400 ? 'found' : 'missing'
  } catch {
    signal.throwIfAborted()
    // This server's own address: that it can't be reached from here says nothing of the file.
    return 'private'
  }
}

/** The address itself where its escapes aren't valid: no file has that name. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Checks files of this server every hour, others once a day, and deletes old results. */
export function videoCheckJobs(
  platform: Pick<Platform, 'calendar' | 'database'>,
  deps: VideoCheckDeps,
): ScheduledJob[] {
  const { calendar, database } = platform
  return [
    {
      name: 'video-check',
      everyMs: hourMs,
      work: async (now, signal) => {
        const options = { today: calendar.today(), signal, nowMs: now.getTime() }
        await saveVideoChecks(database.query, await checkScheduledVideos(database.query, deps, options), now)
        return false
      },
    },
    retentionJob(platform, {
      name: 'video-checks',
      every: 'day',
      erase: (db, now, max) => deleteOldVideoChecks(db, daysBefore(now, retentionDays), max),
    }),
  ]
}

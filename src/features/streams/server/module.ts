// The streams feature for the server: its calls, its files, its part of the live rooms, and the job of a live sitting.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { retentionJob } from '#server/jobs/retention-job.ts'
import type { RoomFeature } from '#server/live/room-feature.ts'
import { registerCounter } from '#server/metrics/registry.ts'
import { createRequestPublic, type RequestPublic } from '#server/outgoing/request-public.ts'
import { createReadLiveFile, type ReadLiveFile } from './live-files.ts'
import { createLiveSittings } from './live-sittings.ts'
import { streamHostingRoutes, streamsRoutes } from './routes.ts'
import { deleteSegmentsBefore } from './sql.ts'
import { createStreamCache, type StreamCache } from './stream-cache.ts'
import { streamEvents } from './stream-events.ts'
import { segmentsForMs, streamJobKind } from './stream-job.ts'
import { watchStream } from './watch-stream.ts'

export interface StreamsModule extends FeatureModule {
  readonly roomFeature: RoomFeature
  readonly readLiveFile: ReadLiveFile
  readonly reader: StreamCache
}

export interface StreamsOptions {
  jobs: JobQueue
  /** Tests only: over http to a test's server. */
  requestPublic?: RequestPublic
}

export function createStreamsModule(
  platform: Platform,
  { jobs, requestPublic = createRequestPublic() }: StreamsOptions,
): StreamsModule {
  const sittings = createLiveSittings(platform)
  const reader = createStreamCache(platform)
  const unsubscribe = platform.bus.subscribe(streamEvents, ({ sittingId }) => reader.evict(sittingId))
  jobs.start(streamJobKind({ ...platform, sittings, request: requestPublic }))
  return {
    routes: [streamsRoutes, streamHostingRoutes],
    reader,
    readLiveFile: createReadLiveFile(platform, { sittings, reader }),
    roomFeature: {
      clientMessages: {},
      handlers: {},
      openRoom: (room) => watchStream(platform, { sittings, reader }, room),
    },
    scheduledJobs: [
      retentionJob(platform, {
        name: 'stream-segments',
        every: 'hour',
        erase: (db, now, max) => deleteSegmentsBefore(db, now.getTime() - segmentsForMs, max),
      }),
    ],
    registerMetrics: (registry) =>
      registerCounter(registry, {
        name: 'stillwater_stream_reads_total',
        help: 'Reads of streams from the database, by what was read: contents, files.',
        labelNames: ['what'],
        read: () => Object.entries(reader.reads).map(([what, count]) => [{ what }, count] as const),
      }),
    close: () => {
      unsubscribe()
      sittings.close()
    },
  }
}

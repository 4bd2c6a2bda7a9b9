// Assembles the server: the features, their routes, and static routes.
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { authCalls } from '#features/auth/contract.ts'
import type { AuthModule, AuthOptions } from '#features/auth/server/module.ts'
import { composeQueuedMail } from '#features/auth/server/queued-mails.ts'
import { accentStyle } from '#features/community/accent.ts'
import { fillFirstZone } from '#features/community/server/service.ts'
import type { StreamsModule, StreamsOptions } from '#features/streams/server/module.ts'
import { createCalendar } from '#server/calendar/calendar.ts'
import type { RoomClock } from '#server/clock.ts'
import { createCommunity } from '#server/community/community.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { createReadLimitHook, createEnforceRateLimit } from '#server/http/admission.ts'
import { mountCalls } from '#server/http/calls.ts'
import { allGuards, type GuardName } from '#server/http/guards.ts'
import { mountHealth } from '#server/http/health.ts'
import { createRateLimiter, type RateLimiter } from '#server/http/rate-limit.ts'
import { respondInRequestLocale } from '#server/http/response-locale.ts'
import { registerCompression, clearSiteDataAfter } from '#server/http/response.ts'
import {
  createPageHeaders,
  deskHeaders,
  signInHeaders,
  type InlineSources,
} from '#server/http/security-headers.ts'
import { closeHttpServer, createHttpServer, listen, type Listening } from '#server/http/server.ts'
import { extractInlineScripts, mountStaticFiles, type OwnDocument } from '#server/http/static-files.ts'
import { createJobQueue, type JobQueue } from '#server/jobs/job-queue.ts'
import { startScheduledJobs } from '#server/jobs/scheduled-jobs.ts'
import type { LiveChannel } from '#server/live/live-channel.ts'
import { createLog } from '#server/log.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createMetricsRegistry } from '#server/metrics/registry.ts'
import { sittingOfDesk } from '#shared/paths.ts'
import { createFeatures, type Features } from './features.ts'
import { mountLiveFiles } from './live-files.ts'
import { mountMailLinkPages } from './mail-link-pages.ts'
import { mailSiteOf } from './mail-site.ts'
import { createMaintenanceJobs } from './maintenance-jobs.ts'
import { createPageContent } from './page-content.ts'
import {
  mountCalendarFeed,
  mountLegalPages,
  mountLogo,
  mountPwa,
  mountPublicFiles,
  createIndexPage,
} from './public-files.ts'
import { mountSkyPictures } from './sky-pictures.ts'

export interface AppOptions
  extends
    Omit<Platform, 'calendar' | 'community' | 'log' | 'mailer' | 'roomClock'>,
    Pick<AuthOptions, 'externalProviderUrls' | 'sessionTimings'>,
    Pick<StreamsOptions, 'requestPublic'> {
  assetsDir: string
  webDir: string | null
  /** Defaults to `clock`. */
  roomClock?: RoomClock
  /** Defaults to a log on standard output. */
  log?: Logger
  /** Tests only; see HttpOptions. */
  checkResponses?: boolean
  /** Tests only; see AdmissionOptions. Defaults to all guards. */
  enabledGuards?: ReadonlySet<GuardName>
}

export interface App {
  platform: Platform
  identity: AuthModule['identity']
  sessions: AuthModule['sessions']
  live: LiveChannel
  modules: readonly FeatureModule[]
  streams: StreamsModule
  limiter: RateLimiter
  jobs: JobQueue
  /** Starts retention and other maintenance; see startScheduledJobs. */
  startScheduledJobs(isClockSane?: () => Promise<boolean>): void
  server: Server
  /** Starts to listen. Returns the origins, such as http://127.0.0.1:3000; the one of HOST is the first. */
  listen(): Promise<readonly string[]>
  /** Finishes requests in flight and closes all connections and the bus; the database stays open. */
  close(): Promise<void>
}

/** Creates the app without listening. The database must be migrated. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, clock, roomClock = clock, bus, enabledGuards = allGuards } = options
  const log = options.log ?? createLog(config)
  const jobs = createJobQueue({ clock, database, log })
  const community = await createCommunity({ bus, clock, config, database, log })
  const mailSite = () => mailSiteOf(community.settings(), config)
  const compose = (request: unknown, jobKey: string) =>
    composeQueuedMail({ clock, community, config, database, site: mailSite() }, request, jobKey)
  const mailer = createMailer({ clock, config, database, jobs, log, compose })
  if (config.timeZone !== null) await fillFirstZone(database, config.timeZone, clock.now())
  const calendar = await createCalendar({ bus, clock, database, log })
  const platform: Platform = { config, database, calendar, clock, community, roomClock, bus, log, mailer }
  const limiter = createRateLimiter(clock)
  const features = await createFeatures(platform, { ...options, jobs, limiter, mailSite, enabledGuards })
  const { auth, bannedAddresses, calendarFeed, legal, mailLinks, profile, rooms, streams, modules } = features
  const { identity, sessions } = auth

  const indexPage = createIndexPage({ community, webDir: options.webDir, config, identity: identity.page })
  const scripts = extractInlineScripts(indexPage())
  const sources = community.derive(({ hue }) => {
    const style = accentStyle(hue)
    return { scripts, styles: style === null ? [] : [style] }
  })
  const pageHeaders = community.derive(() => createPageHeaders(config, sources()))
  const registry = createMetricsRegistry()
  const fastify = createHttpServer({ config, roomClock, log, registry, pageHeaders })
  respondInRequestLocale(fastify, community)
  await registerCompression(fastify)
  let isStopping = false
  let listening: Listening | null = null
  for (const module of modules) module.registerMetrics?.(registry)
  await mountHealth(fastify, { platform, registry, isStopping: () => isStopping })
  clearSiteDataAfter(fastify, [authCalls.clearBrowserCache])
  mountCalls(fastify, {
    platform,
    limiter,
    authenticate: sessions.authenticate,
    bannedAddresses,
    routes: modules.flatMap(({ routes }) => routes),
    ...(options.checkResponses ? { checkResponses: true } : {}),
    enabledGuards,
  })
  const findContent = createPageContent(fastify, { ...options, ...platform, ...sessions })
  await mountStaticRoutes(fastify, options, {
    community,
    page: indexPage,
    ownDocuments: createOwnDocuments(config, community, sources),
    limiter,
    findFeed: calendarFeed.findFeed,
    readLegalPage: legal.readPage,
    mailLinks,
    liveFiles: { authenticate: sessions.authenticate, bannedAddresses, readLiveFile: streams.readLiveFile },
    readPicture: profile.readPicture,
    draw: profile.drawings.draw,
    findContent,
  })
  rooms.channel.attach(fastify.server)

  return {
    platform,
    identity,
    sessions,
    live: rooms.channel,
    modules,
    streams,
    limiter,
    jobs,
    startScheduledJobs: (isClockSane) =>
      startScheduledJobs(jobs, platform, createMaintenanceJobs(platform, modules), isClockSane),
    server: fastify.server,
    listen: async () => {
      await fastify.ready()
      return (listening = await listen(fastify.server, config)).origins
    },
    close: async () => {
      isStopping = true
      const http = { close: () => closeHttpServer(fastify, listening) }
      const otherModules = modules.filter((module) => module !== rooms).toReversed()
      await closeAll([rooms, http, jobs, ...otherModules, calendar, community, mailer, bus])
    },
  }
}

/** The pages with headers of their own. */
function createOwnDocuments(
  config: AppOptions['config'],
  { derive }: Pick<Platform['community'], 'derive'>,
  sources: () => InlineSources,
): OwnDocument[] {
  return [
    { isPath: (path) => path === '/auth', headers: derive(() => signInHeaders(config, sources())) },
    { isPath: (path) => sittingOfDesk(path) !== null, headers: derive(() => deskHeaders(config, sources())) },
  ]
}

/**
 * Closes the parts in this order, as each may need the ones after it until it is closed. A failure doesn't keep the
 * others open; it is thrown at the end.
 */
async function closeAll(parts: readonly Pick<FeatureModule, 'close'>[]): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) {
    try {
      await part.close?.()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not all parts of the server could be closed.')
}

/** Mounts what no contract declares: calendar feeds, legal pages, PWA files, robots.txt and the like, the app's page, media. */
async function mountStaticRoutes(
  fastify: FastifyInstance,
  { config, clock, database, webDir, assetsDir }: AppOptions,
  {
    community,
    limiter,
    findFeed,
    readLegalPage,
    mailLinks,
    liveFiles,
    draw,
    ...pages
  }: Pick<Platform, 'community'> &
    Pick<Parameters<typeof mountStaticFiles>[1], 'findContent' | 'ownDocuments' | 'page' | 'readPicture'> & {
      limiter: RateLimiter
      findFeed: Features['calendarFeed']['findFeed']
      readLegalPage: Features['legal']['readPage']
      mailLinks: Features['mailLinks']
      liveFiles: Pick<
        Parameters<typeof mountLiveFiles>[1],
        'authenticate' | 'bannedAddresses' | 'readLiveFile'
      >
      draw: Features['profile']['drawings']['draw']
    },
): Promise<void> {
  const takeToken = createEnforceRateLimit(limiter)
  const limitReads = createReadLimitHook(takeToken)
  mountCalendarFeed(fastify, { findFeed, limitReads, takeToken })
  mountLiveFiles(fastify, { ...liveFiles, config, limitReads, takeToken })
  mountLegalPages(fastify, { readLegalPage, limitReads })
  await mountMailLinkPages(fastify, { ...mailLinks, community, limitReads })
  mountPwa(fastify, { webDir, community, database, limitReads })
  mountPublicFiles(fastify, { config, clock, community, assetsDir })
  mountLogo(fastify, { database, limitReads })
  mountSkyPictures(fastify, { community, config, draw, limitReads })
  await mountStaticFiles(fastify, { ...pages, config, webDir, assetsDir, limitReads })
}

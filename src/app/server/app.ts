// Assembles the server: features, live message handlers, and static routes.
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { accountCalls } from '#features/account/contract.ts'
import { authCalls, identityCalls } from '#features/auth/contract.ts'
import { createBuiltinIdentity } from '#features/auth/server/identity-builtin.ts'
import { createFirebaseIdentity } from '#features/auth/server/identity-firebase.ts'
import type { IdentityProvider } from '#features/auth/server/identity.ts'
import { composeQueuedMail } from '#features/auth/server/queued-mails.ts'
import {
  providerEndpoints,
  type ProviderEndpoints,
} from '#features/auth/server/external-identity/provider-endpoints.ts'
import {
  createSessionRegistry,
  type SessionRegistry,
  type SessionTimings,
} from '#features/auth/server/session-registry.ts'
import { createChatFeature } from '#features/chat/server/room/room-chat.ts'
import { createLiveChannel, type LiveChannel } from '#features/live/server/live-channel.ts'
import { createDailyMeditationCache } from '#features/meditation/server/daily-meditation-cache.ts'
import { createReportBatcher } from '#features/meditation/server/report-batcher.ts'
import { createPictureWorkerPool } from '#features/profile/server/picture-worker-pool.ts'
import { readMedia } from '#features/profile/server/sql.ts'
import { ensureStockPictures } from '#features/profile/server/stock-pictures.ts'
import { createAddressBanRegistry } from '#features/users/server/address-bans.ts'
import type { Platform } from '#server/context.ts'
import { allGuards, type GuardName } from '#server/http/guards.ts'
import { createReadLimitHook, createEnforceRateLimit } from '#server/http/admission.ts'
import { registerCompression } from '#server/http/compression.ts'
import { extractInlineScripts, mountStaticFiles, readIndexPage } from '#server/http/static-files.ts'
import { closeHttpServer, createHttpServer } from '#server/http/server.ts'
import { createResponseClass, signInHeaders } from '#server/http/security-headers.ts'
import { mountHealth } from '#server/http/health.ts'
import { mountPwa } from '#server/http/pwa.ts'
import { clearSiteDataAfter } from '#server/http/clear-site-data.ts'
import { mountLegalPages } from '#server/http/legal-pages.ts'
import { mountPublicFiles } from '#server/http/public-files.ts'
import { mountCalls } from '#server/http/calls.ts'
import { createLog } from '#server/log.ts'
import { listen, type Listening } from '#server/http/listen.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createMetricsRegistry, registerRequestMetrics } from '#server/metrics/registry.ts'
import { createRateLimiter, type RateLimiter } from '#server/http/rate-limit.ts'
import { createJobQueue, type JobQueue } from '#server/jobs/job-queue.ts'
import { startScheduledJobs } from '#server/jobs/scheduled-jobs.ts'
import { allRoutes } from './all-routes.ts'
import { createMaintenanceJobs } from './maintenance-jobs.ts'

export interface AppOptions extends Omit<Platform, 'log' | 'mailer'> {
  /** The database in which the identity provider stores its own records. */
  databaseUrl: string
  assetsDir: string
  webDir: string | null
  /** Defaults to a log on standard output. */
  log?: Logger
  /** Tests only: the endpoints of the Firebase and Google stubs. */
  externalProviderUrls?: ProviderEndpoints
  /** Tests only; see HttpOptions. */
  checkAnswers?: boolean
  /** Tests only; see AdmissionOptions. Defaults to all guards. */
  enabledGuards?: ReadonlySet<GuardName>
  /** Tests only: other intervals. */
  sessionTimings?: SessionTimings
}

export interface App {
  platform: Platform
  identity: IdentityProvider
  sessions: SessionRegistry
  live: LiveChannel
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
  const { config, database, clock, bus, enabledGuards = allGuards } = options
  const log = options.log ?? createLog(config)
  const jobs = createJobQueue({ clock, database, log })
  const compose = (request: unknown) => composeQueuedMail({ clock, config, database }, request)
  const mailer = createMailer({ clock, config, database, jobs, log, compose })
  const platform: Platform = { config, database, clock, bus, log, mailer }
  const limiter = createRateLimiter(clock)
  const identity = createIdentityProvider(platform, jobs, options)
  const sessions = await createSessionRegistry(platform, options.sessionTimings)
  const pictures = createPictureWorkerPool()
  const bannedAddresses = await createAddressBanRegistry(platform)
  const days = createDailyMeditationCache(platform)
  const submitReport = createReportBatcher(platform)
  const live = createLiveChannel({
    platform,
    limiter,
    sessions,
    bannedAddresses,
    features: [createChatFeature(platform)],
    durationOf: async (day) => (await days.meditationOf(day))?.duration ?? null,
    planOf: async (day) => days.meditationOf(day),
    enabledGuards,
  })
  await ensureStockPictures(platform, options.assetsDir)

  const indexPage = readIndexPage(options.webDir, { config, identity: identity.page })
  const inlineScripts = extractInlineScripts(indexPage)
  const { fastify, requests } = createHttpServer(
    { log, config },
    createResponseClass(platform, inlineScripts),
  )
  await registerCompression(fastify)
  let isStopping = false
  let listening: Listening | null = null
  const registry = createMetricsRegistry()
  registerRequestMetrics(registry, requests)
  live.registerMetrics(registry)
  await mountHealth(fastify, { platform, registry, isStopping: () => isStopping })
  clearSiteDataAfter(fastify, signOutCalls)
  mountCalls(fastify, {
    platform,
    limiter,
    authenticate: sessions.authenticate,
    bannedAddresses,
    routes: allRoutes({ database, identity, pictures, live, bannedAddresses, days, submitReport }),
    ...(options.checkAnswers ? { checkAnswers: true } : {}),
    enabledGuards,
  })
  await mountStaticRoutes(fastify, options, { indexPage, inlineScripts, limiter })
  live.attach(fastify.server)

  return {
    platform,
    identity,
    sessions,
    live,
    limiter,
    jobs,
    startScheduledJobs: (isClockSane) =>
      startScheduledJobs(jobs, platform, createMaintenanceJobs(platform), isClockSane),
    server: fastify.server,
    listen: async () => {
      await fastify.ready()
      return (listening = await listen(fastify.server, config)).origins
    },
    close: async () => {
      isStopping = true
      const http = { close: () => closeHttpServer(fastify, listening) }
      const parts = [jobs, days, bannedAddresses, sessions, pictures, mailer, identity, bus]
      // In this order: each part may need the ones after it until it is closed.
      for (const part of [live, http, ...parts]) await part.close()
    },
  }
}

/** Mounts what no contract declares: legal pages, PWA files, robots.txt and the like, the app's page, media. */
async function mountStaticRoutes(
  fastify: FastifyInstance,
  { config, clock, database, webDir, assetsDir }: AppOptions,
  {
    indexPage,
    inlineScripts,
    limiter,
  }: { indexPage: string | null; inlineScripts: string[]; limiter: RateLimiter },
): Promise<void> {
  const { appName, dataDir } = config
  const limitReads = createReadLimitHook(createEnforceRateLimit(limiter))
  mountLegalPages(fastify, { assetsDir, dataDir, appName, limitReads })
  mountPwa(fastify, { webDir, appName })
  mountPublicFiles(fastify, { config, clock, assetsDir })
  await mountStaticFiles(fastify, {
    config,
    webDir,
    assetsDir,
    page: indexPage,
    signInHeaders: signInHeaders(config, inlineScripts),
    readPicture: (sha256) => readMedia(database.query, sha256),
    limitReads,
  })
}

/** After these calls the browser deletes the site's data. */
const signOutCalls = [
  authCalls.signOut,
  authCalls.signOutEverywhere,
  identityCalls.signOutOfProvider,
  accountCalls.deleteAccount,
]

/** The identity provider that the settings select. */
function createIdentityProvider(platform: Platform, jobs: JobQueue, options: AppOptions): IdentityProvider {
  const { firebase } = platform.config
  const endpoints = options.externalProviderUrls ?? providerEndpoints
  return firebase
    ? createFirebaseIdentity(platform, jobs, firebase, endpoints)
    : createBuiltinIdentity(platform, options.databaseUrl, endpoints)
}

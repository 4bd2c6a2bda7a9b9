// The server put together: the list of features, who handles which live message, and what else is served.
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { chatMessagesKept } from '#shared/constants.ts'
import { accountCalls } from '#features/account/contract.ts'
import { authCalls, identityCalls } from '#features/auth/contract.ts'
import { createBuiltinIdentity } from '#features/auth/server/identity-builtin.ts'
import { createFirebaseIdentity } from '#features/auth/server/identity-firebase.ts'
import type { IdentityProvider } from '#features/auth/server/identity.ts'
import { outsideAddresses, type OutsideAddresses } from '#features/auth/server/outside-addresses.ts'
import { openSessions, type OpenSessions, type SessionTimings } from '#features/auth/server/who-calls.ts'
import { createChatMessages } from '#features/chat/server/messages.ts'
import { latestMessages, likesOf } from '#features/chat/server/sql.ts'
import { createLiveChannel, type LiveChannel, type LiveOptions } from '#features/live/server/socket.ts'
import { createDays, type Days } from '#features/meditation/server/days.ts'
import { createReports } from '#features/meditation/server/reports.ts'
import { createPictureMaker } from '#features/profile/server/picture-maker.ts'
import { readMedia } from '#features/profile/server/sql.ts'
import { ensureStockPictures } from '#features/profile/server/stock-pictures.ts'
import { openAddressBans } from '#features/users/server/address-bans.ts'
import type { Platform } from '#server/context.ts'
import type { GuardName } from '#server/guards.ts'
import { createLimitReads, createTakeToken } from '#server/http-admission.ts'
import { prepareCompression } from '#server/http-compression.ts'
import { inlineScriptsOf, mountFiles, readPage } from '#server/http-files.ts'
import { closeHttpServer, createHttpServer } from '#server/http-server.ts'
import { createAnswers, signInHeaders } from '#server/http-headers.ts'
import { mountHealth } from '#server/http-health.ts'
import { mountInstall } from '#server/http-install.ts'
import { clearCacheAfter } from '#server/http-leaving.ts'
import { mountPages } from '#server/http-pages.ts'
import { mountPublicFiles } from '#server/http-public-files.ts'
import { mountCalls } from '#server/http.ts'
import { createLog } from '#server/log.ts'
import { listen, type Listening } from '#server/listen.ts'
import { createMailer } from '#server/mail.ts'
import { createRateLimiter, type RateLimiter } from '#server/rate-limit.ts'
import { createUpkeep, type Upkeep } from '#server/upkeep.ts'
import { allRoutes } from './all-routes.ts'
import { upkeepJobs } from './upkeep-jobs.ts'

export interface AppOptions extends Omit<Platform, 'log' | 'mailer'> {
  /** Where the identity provider keeps its own records. */
  databaseUrl: string
  assetsDir: string
  webDir: string | null
  /** Standard output unless told otherwise. */
  log?: Logger
  /** Tests alone: where stand-ins of Firebase and Google answer. */
  outside?: OutsideAddresses
  /** Tests alone; see HttpOptions. */
  checkAnswers?: boolean
  letPass?: ReadonlySet<GuardName>
  /** Tests alone: other waits. */
  sessionTimings?: SessionTimings
}

export interface App {
  platform: Platform
  identity: IdentityProvider
  sessions: OpenSessions
  live: LiveChannel
  /** Not begun by itself. */
  upkeep: Upkeep
  server: Server
  /** Starts to listen; answers where, first at HOST, such as http://127.0.0.1:3000. */
  listen(): Promise<readonly string[]>
  /** Finishes what is under way and closes every socket; the database stays open. */
  close(): Promise<void>
}

/** Puts the server together. The database must be migrated. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, clock, bus } = options
  const log = options.log ?? createLog(config)
  const mailer = createMailer({ config, clock, log })
  const platform: Platform = { config, database, clock, bus, log, mailer }
  const limiter = createRateLimiter(clock, bus)
  const identity = openIdentity(platform, options)
  const sessions = await openSessions(platform, options.sessionTimings)
  const pictures = createPictureMaker()
  const bannedAddresses = await openAddressBans(platform)
  const days = createDays(platform)
  const takeReport = createReports(platform)
  const upkeep = createUpkeep(platform, upkeepJobs(platform))
  const live = createLiveChannel({
    platform,
    limiter,
    sessions,
    bannedAddresses,
    ...knownToRooms(platform, days),
    ...(options.letPass ? { letPass: options.letPass } : {}),
  })
  await ensureStockPictures(platform, options.assetsDir)

  const page = readPage(options.webDir, { config, identity: identity.page })
  const inlineScripts = inlineScriptsOf(page)
  const { fastify, requests } = createHttpServer({ log, config }, createAnswers(platform, inlineScripts))
  await prepareCompression(fastify)
  let isStopping = false
  let listening: Listening | null = null
  await mountHealth(fastify, { platform, requests, isStopping: () => isStopping, figures: live.figures })
  clearCacheAfter(fastify, leavingCalls)
  mountCalls(fastify, {
    platform,
    limiter,
    authenticate: sessions.authenticate,
    bannedAddresses,
    routes: allRoutes({ database, identity, pictures, live, bannedAddresses, days, takeReport }),
    ...(options.checkAnswers ? { checkAnswers: true } : {}),
    ...(options.letPass ? { letPass: options.letPass } : {}),
  })
  await mountWhatIsNoCall(fastify, options, { page, inlineScripts, limiter })
  live.attach(fastify.server)

  return {
    platform,
    identity,
    sessions,
    live,
    upkeep,
    server: fastify.server,
    listen: async () => {
      await fastify.ready()
      return (listening = await listen(fastify.server, config)).origins
    },
    close: async () => {
      isStopping = true
      const http = { close: () => closeHttpServer(fastify, listening) }
      const kept = [upkeep, days, bannedAddresses, sessions, pictures, mailer, identity, limiter, bus]
      // One after the other: each may still need those after it.
      for (const part of [live, http, ...kept]) await part.close()
    },
  }
}

/** Everything that isn't asked by a declared call: texts, what the browser installs, pages, pictures. */
async function mountWhatIsNoCall(
  fastify: FastifyInstance,
  { config, clock, database, webDir, assetsDir }: AppOptions,
  { page, inlineScripts, limiter }: { page: string | null; inlineScripts: string[]; limiter: RateLimiter },
): Promise<void> {
  const { appName, dataDir } = config
  const limitReads = createLimitReads(createTakeToken(limiter))
  mountPages(fastify, { assetsDir, dataDir, appName, limitReads })
  mountInstall(fastify, { webDir, appName })
  mountPublicFiles(fastify, { config, clock, assetsDir })
  await mountFiles(fastify, {
    config,
    webDir,
    assetsDir,
    page,
    signInHeaders: signInHeaders(config, inlineScripts),
    readPicture: (sha256) => readMedia(database.query, sha256),
    limitReads,
  })
}

const leavingCalls = [
  authCalls.signOut,
  authCalls.signOutEverywhere,
  identityCalls.signOutOfProvider,
  accountCalls.deleteAccount,
]

/** Whoever the settings name to prove people. */
function openIdentity(platform: Platform, options: AppOptions): IdentityProvider {
  const { firebase } = platform.config
  const addresses = options.outside ?? outsideAddresses
  return firebase
    ? createFirebaseIdentity(platform, firebase, addresses)
    : createBuiltinIdentity(platform, options.databaseUrl, addresses)
}

/** What the live channel asks of the chat and of the day's meditation. */
function knownToRooms(
  platform: Platform,
  days: Days,
): Pick<
  LiveOptions,
  'handlers' | 'initialMessages' | 'recentMessages' | 'countLikes' | 'durationOf' | 'planOf'
> {
  const { query } = platform.database
  return {
    handlers: { 'chat-message': createChatMessages(platform) },
    initialMessages: (day) => latestMessages(query, day, chatMessagesKept),
    recentMessages: (day, limit) => latestMessages(query, day, limit),
    countLikes: (messageIds) => likesOf(query, messageIds),
    durationOf: async (day) => (await days.meditationOf(day))?.duration ?? null,
    planOf: async (day) => days.meditationOf(day),
  }
}

// The server put together: the list of features, who handles which live message, and what else is served.
import type { Server } from 'node:http'
import { once } from 'node:events'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { chatMessagesKept } from '#shared/constants.ts'
import { activityRoutes } from '#features/activity/server/routes.ts'
import { createBuiltinIdentity } from '#features/auth/server/identity-builtin.ts'
import { createFirebaseIdentity } from '#features/auth/server/identity-firebase.ts'
import type { IdentityProvider } from '#features/auth/server/identity.ts'
import { outsideAddresses, type OutsideAddresses } from '#features/auth/server/outside-addresses.ts'
import { authRoutes } from '#features/auth/server/routes.ts'
import { openSessions, type OpenSessions, type SessionTimings } from '#features/auth/server/who-calls.ts'
import { createChatMessages } from '#features/chat/server/messages.ts'
import { createChatRoutes } from '#features/chat/server/routes.ts'
import { latestMessages, likesOf } from '#features/chat/server/sql.ts'
import { energyRoutes } from '#features/energy/server/routes.ts'
import { createLiveRoutes } from '#features/live/server/routes.ts'
import { createLiveChannel, type LiveChannel, type LiveOptions } from '#features/live/server/socket.ts'
import { createDays, type Days } from '#features/meditation/server/days.ts'
import { createReports, type TakeReport } from '#features/meditation/server/reports.ts'
import { createMeditationRoutes } from '#features/meditation/server/routes.ts'
import { createPictureMaker, type PictureMaker } from '#features/profile/server/picture-maker.ts'
import { createPicturesRoutes, createProfileRoutes } from '#features/profile/server/routes.ts'
import { readMedia } from '#features/profile/server/sql.ts'
import { ensureStockPictures } from '#features/profile/server/stock-pictures.ts'
import { referralsRoutes } from '#features/referrals/server/routes.ts'
import { schedulesRoutes } from '#features/schedules/server/routes.ts'
import { templatesRoutes } from '#features/templates/server/routes.ts'
import { openAddressBans, type AddressBans } from '#features/users/server/address-bans.ts'
import { createAddressBansRoutes } from '#features/users/server/address-bans-routes.ts'
import { membersRoutes, totalsRoutes, usersRoutes } from '#features/users/server/routes.ts'
import type { Config } from '#server/config.ts'
import type { Platform } from '#server/context.ts'
import type { Database } from '#server/db.ts'
import type { GuardName } from '#server/guards.ts'
import { prepareCompression } from '#server/http-compression.ts'
import { inlineScriptsOf, mountFiles, readPage } from '#server/http-files.ts'
import { setSecurityHeaders, signInHeaders } from '#server/http-headers.ts'
import { mountCalls, type Routes } from '#server/http.ts'
import { createMailer } from '#server/mail.ts'
import { createRateLimiter } from '#server/rate-limit.ts'

export interface AppOptions extends Omit<Platform, 'log' | 'mailer'> {
  /** Where the identity provider keeps its own records. */
  databaseUrl: string
  assetsDir: string
  webDir: string | null
  /** Tests alone: where stand-ins of Firebase and Google answer. */
  outside?: OutsideAddresses
  /** Tests alone; see HttpOptions. */
  checkAnswers?: boolean
  letPass?: ReadonlySet<GuardName>
  /** Tests alone: other waits. */
  sessionTimings?: SessionTimings
}

// A whole community reconnects at once.
const acceptBacklog = 4_096

export interface App {
  platform: Platform
  identity: IdentityProvider
  sessions: OpenSessions
  live: LiveChannel
  server: Server
  /** Starts to listen; answers the address, such as http://127.0.0.1:3000. */
  listen(): Promise<string>
  /** Finishes what is under way and closes every socket; the database stays open. */
  close(): Promise<void>
}

/** Puts the server together. The database must be migrated. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, clock, bus } = options
  const fastify = createFastify(config)
  const mailer = createMailer({ config, clock, log: fastify.log })
  const platform: Platform = { config, database, clock, bus, log: fastify.log, mailer }
  const limiter = createRateLimiter(clock, bus)
  const identity = openIdentity(platform, options)
  const sessions = await openSessions(platform, options.sessionTimings)
  const pictures = createPictureMaker()
  const bannedAddresses = await openAddressBans(platform)
  const days = createDays(platform)
  const takeReport = createReports(platform)
  const live = createLiveChannel({
    platform,
    limiter,
    sessions,
    bannedAddresses,
    ...knownToRooms(platform, days),
    ...(options.letPass ? { letPass: options.letPass } : {}),
  })
  await ensureStockPictures(platform, options.assetsDir)

  const page = readPage(options.webDir, { appName: config.appName, identity: identity.page })
  const inlineScripts = inlineScriptsOf(page)
  await setSecurityHeaders(fastify, config, inlineScripts)
  await prepareCompression(fastify)
  mountHealth(fastify, platform)
  mountCalls(fastify, {
    platform,
    limiter,
    authenticate: sessions.authenticate,
    bannedAddresses,
    routes: allRoutes({ database, identity, pictures, live, bannedAddresses, days, takeReport }),
    ...(options.checkAnswers ? { checkAnswers: true } : {}),
    ...(options.letPass ? { letPass: options.letPass } : {}),
  })
  await mountFiles(fastify, {
    webDir: options.webDir,
    assetsDir: options.assetsDir,
    page,
    signInHeaders: signInHeaders(config, inlineScripts),
    readPicture: (sha256) => readMedia(database.query, sha256),
  })
  live.attach(fastify.server)

  return {
    platform,
    identity,
    sessions,
    live,
    server: fastify.server,
    listen: async () => {
      await fastify.ready()
      return listenAt(fastify.server, config)
    },
    close: async () => {
      // One after the other: each may still need those after it.
      for (const part of [live, fastify, days, bannedAddresses, sessions, pictures, mailer, identity])
        await part.close()
      for (const part of [limiter, bus]) await part.close()
    },
  }
}

/** Whoever the settings name to prove people. */
function openIdentity(platform: Platform, options: AppOptions): IdentityProvider {
  const { firebase } = platform.config
  const addresses = options.outside ?? outsideAddresses
  return firebase
    ? createFirebaseIdentity(platform, firebase, addresses)
    : createBuiltinIdentity(platform, options.databaseUrl, addresses)
}

interface Parts {
  database: Database
  identity: IdentityProvider
  pictures: PictureMaker
  live: LiveChannel
  bannedAddresses: AddressBans
  days: Days
  takeReport: TakeReport
}

/** The calls of every feature. */
function allRoutes({ database, identity, pictures, live, bannedAddresses, ...meditation }: Parts): Routes[] {
  const { today } = live
  return [
    ...authRoutes(identity),
    createProfileRoutes(pictures),
    createPicturesRoutes(pictures),
    createMeditationRoutes({ today, ...meditation }),
    createLiveRoutes(live),
    createChatRoutes(database),
    energyRoutes,
    referralsRoutes,
    templatesRoutes,
    schedulesRoutes,
    usersRoutes,
    membersRoutes,
    totalsRoutes,
    createAddressBansRoutes(bannedAddresses),
    activityRoutes,
  ]
}

/** What the live channel asks of the chat and of the day's meditation. */
function knownToRooms(
  platform: Platform,
  days: Days,
): Pick<LiveOptions, 'handlers' | 'initialMessages' | 'recentMessages' | 'countLikes' | 'durationOf'> {
  const { query } = platform.database
  return {
    handlers: { 'chat-message': createChatMessages(platform) },
    initialMessages: (day) => latestMessages(query, day, chatMessagesKept),
    recentMessages: (day, limit) => latestMessages(query, day, limit),
    countLikes: (messageIds) => likesOf(query, messageIds),
    durationOf: async (day) => (await days.meditationOf(day))?.duration ?? null,
  }
}

async function listenAt(server: Server, { port, host }: Config): Promise<string> {
  server.listen({ port, host, backlog: acceptBacklog })
  await once(server, 'listening')
  const address = server.address()
  const realPort = typeof address === 'object' && address ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${realPort}`
}

function createFastify(config: Config): FastifyInstance {
  const fastify = Fastify({
    logger: { level: config.logLevel, base: { node: config.nodeId } },
    logController: new LogController({ disableRequestLogging: true }),
    // A parameter is as long as its schema lets it be; the framework's own refusal would answer in its own words.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_048 },
    connectionTimeout: 30_000,
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
  })
  // Only what is on this list: no address, no query, no cookie, no body (T41).
  fastify.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.caller?.user?.id,
      },
      'answered',
    )
  })
  return fastify
}

/** Whether the process lives, and whether it can do its work (OPS-13). */
function mountHealth(fastify: FastifyInstance, { database, bus }: Platform): void {
  fastify.get('/healthz', async () => ({ status: 'ok' }))
  fastify.get('/readyz', async (_request, reply) => {
    const [databaseAnswers, busAnswers] = await Promise.all([database.isAlive(), bus.isAlive()])
    const missing = [...(databaseAnswers ? [] : ['database']), ...(busAnswers ? [] : ['bus'])]
    if (missing.length > 0) return reply.code(503).send({ status: 'unavailable', missing })
    return { status: 'ok' }
  })
}

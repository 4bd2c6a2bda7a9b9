// Health endpoints: liveness, readiness and metrics.
import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { appError } from '../app-error.ts'
import { readBackupMark } from '../backup/backup-marks.ts'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/local-addresses.ts'
import { productBuild } from '../config/project-root.ts'
import type { Platform } from '../context.ts'
import { hasUnknownRemoval, knownMigrations } from '../db/migrate.ts'
import { registerPoolMetrics } from '../db/pool-metrics.ts'
import { databaseState } from '../db/sql.ts'
import { registerGauge } from '../metrics/registry.ts'

interface HealthOptions {
  platform: Platform
  isStopping: () => boolean
  registry: Registry
}

/** Mounts liveness, readiness and metrics (OPS-13). */
export async function mountHealth(fastify: FastifyInstance, options: HealthOptions): Promise<void> {
  const { platform, isStopping, registry } = options
  const { config } = platform
  await registerHealthMetrics(options)
  const missingParts = createReadinessCheck(platform, await knownMigrations())
  // An old state is useless: no caching.
  const noStore = {
    onRequest: async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
    },
  }
  fastify.get('/healthz', noStore, async () => ({ status: 'ok' }))
  fastify.get('/readyz', noStore, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping', missing: [] })
    const missing = await missingParts()
    if (missing.length > 0) return reply.code(503).send({ status: 'unavailable', missing })
    return { status: 'ok' }
  })
  fastify.get('/metrics', noStore, async (request, reply) => {
    if (!canReadMetrics(request, config))
      throw appError('forbidden', { message: 'Metrics are for the operator only.' })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

async function freeBytes(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
}

async function registerHealthMetrics({ platform, registry, isStopping }: HealthOptions): Promise<void> {
  const { config, bus, database } = platform
  const { version } = await databaseState(database.query)
  const bundled = String(config.databaseUrl === null)
  registerPoolMetrics(registry)
  const build = productBuild()
  registerGauge(registry, {
    name: 'stillwater_build_info',
    help: 'Version and commit of the running build; the commit is empty where it is unknown.',
    labelNames: ['version', 'commit'],
    read: () => [[{ version: build.version, commit: build.commit ?? '' }, 1]],
  })
  registerGauge(registry, {
    name: 'stillwater_database_info',
    help: 'PostgreSQL version at startup, and whether the bundled server is used.',
    labelNames: ['version', 'bundled'],
    read: () => [[{ version, bundled }, 1]],
  })
  registerGauge(registry, {
    name: 'stillwater_disk_free_bytes',
    help: 'Free disk space at DATA_DIR in bytes.',
    read: async () => (await freeBytes(config.dataDir)) ?? [],
  })
  registerGauge(registry, {
    name: 'stillwater_last_backup_timestamp_seconds',
    help: 'When the newest backup was written, in epoch seconds; absent if none was.',
    read: async () => {
      const writtenMs = await readBackupMark(config.dataDir, 'written')
      return writtenMs === null ? [] : [[{}, writtenMs / 1_000]]
    },
  })
  registerGauge(registry, {
    name: 'stillwater_bus_up',
    help: 'Whether the message bus responds (1) or not (0).',
    read: async () => Number(await bus.isAlive()),
  })
  registerGauge(registry, {
    name: 'stillwater_stopping',
    help: 'Whether the server is shutting down (1) or not (0).',
    read: () => Number(isStopping()),
  })
}

const readinessCacheMs = 200

/**
 * Returns the parts that don't respond. Runs at most five times a second; concurrent callers share the result
 * (T61).
 */
function createReadinessCheck(
  { database, bus, log }: Platform,
  migrations: Awaited<ReturnType<typeof knownMigrations>>,
): () => Promise<string[]> {
  let isOutdated = false
  // A newer version has removed what this one reads, so most of its calls fail until it is stopped.
  const checkSchema = async (): Promise<void> => {
    if (isOutdated || !(await hasUnknownRemoval(database.query, migrations))) return
    isOutdated = true
    log.error(
      { event: 'schema' },
      'A newer version has removed tables or columns of this one: stop this server.',
    )
  }
  const checkDatabase = async (): Promise<string[]> => {
    if (!(await database.isAlive())) return ['database']
    // The database may have gone meanwhile.
    await checkSchema().catch(() => undefined)
    return isOutdated ? ['schema'] : []
  }
  const checkParts = async (): Promise<string[]> => {
    const [database, isBusAlive] = await Promise.all([checkDatabase(), bus.isAlive()])
    return [...database, ...(isBusAlive ? [] : ['bus'])]
  }
  let cached: { response: Promise<string[]>; untilMs: number } | null = null
  return () => {
    if (cached && performance.now() < cached.untilMs) return cached.response
    const check = { response: checkParts(), untilMs: Infinity }
    cached = check
    void check.response.finally(() => {
      check.untilMs = performance.now() + readinessCacheMs
    })
    return check.response
  }
}

/** Whether the caller has the token or, if none is set, is on this machine and not behind a proxy. */
function canReadMetrics(request: FastifyRequest, { metricsToken }: Config): boolean {
  if (metricsToken !== null)
    return isEqualConstantTime(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
  return isLoopback(request.address) && isLoopback(requestHost(request)) && !isProxied(request)
}

/** The requested host name, without brackets. */
function requestHost({ hostname }: FastifyRequest): string {
  return hostname.replace(/^\[|\]$/g, '')
}

const proxyHeader =
  /^(?:x-forwarded(?:-.*)?|x-original-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|forwarded|via)$/

/** Whether proxy headers are present, even on this machine and from a proxy that TRUSTED_PROXIES doesn't name. */
function isProxied({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => proxyHeader.test(name))
}

/** Constant-time comparison. */
function isEqualConstantTime(left: string, right: string): boolean {
  const [first, second] = [left, right].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}

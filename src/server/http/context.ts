// The request context of a handler: the caller, and services created on first use.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Parsed } from '#shared/endpoint.ts'
import { appError } from '../app-error.ts'
import type { Caller, Context, Platform } from '../context.ts'
import { firstHeaderValue, type EnforceRateLimit, type EnforceSharedRateLimit } from './admission.ts'
import type { GuardName } from './guards.ts'
import { createIdempotentRunner, idempotencyKeyHeader, readIdempotencyKey } from './idempotency.ts'
import { createCookies } from './session-cookie.ts'

/** What all requests of a call share. */
export interface CallDeps {
  platform: Platform
  endpoint: Endpoint
  takeToken: EnforceRateLimit
  takeSharedToken: EnforceSharedRateLimit
  enabledGuards: ReadonlySet<GuardName>
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  input: Parsed<Endpoint>
}

/** The context of one request. Its parts are lazy, as most handlers use few of them. */
export class CallContext implements Context {
  readonly config: Platform['config']
  readonly database: Platform['database']
  readonly bus: Platform['bus']
  readonly calendar: Platform['calendar']
  readonly clock: Platform['clock']
  readonly community: Platform['community']
  readonly roomClock: Platform['roomClock']
  readonly mailer: Platform['mailer']
  readonly caller: Caller & Context['caller']
  private readonly deps: CallDeps
  private readonly exchange: Exchange

  constructor(deps: CallDeps, exchange: Exchange) {
    const { caller } = exchange.request
    if (!caller) throw new Error('A handler ran before its guards.')
    const { config, database, bus, calendar, clock, community, roomClock, mailer } = deps.platform
    this.config = config
    this.database = database
    this.bus = bus
    this.calendar = calendar
    this.clock = clock
    this.community = community
    this.roomClock = roomClock
    this.mailer = mailer
    this.caller = caller
    this.deps = deps
    this.exchange = exchange
  }

  get log(): Context['log'] {
    return this.exchange.request.log
  }

  get headerToken(): Context['headerToken'] {
    const { tokenHeader } = this.deps.endpoint
    const { headers } = this.exchange.request
    return tokenHeader === undefined ? null : (firstHeaderValue(headers[tokenHeader]) ?? null)
  }

  get client(): Context['client'] {
    const { request, reply } = this.exchange
    const { address } = request
    if (reply.raw.closed) return { address, signal: AbortSignal.abort() }
    const controller = new AbortController()
    // Closed after a response as well, such as the time limit's.
    reply.raw.on('close', () => controller.abort())
    return { address, signal: controller.signal }
  }

  get cookies(): Context['cookies'] {
    const { request, reply } = this.exchange
    return createCookies(this.config, request.headers.cookie, (value) => {
      reply.header('set-cookie', value)
    })
  }

  get runIdempotent(): Context['runIdempotent'] {
    const { request, input } = this.exchange
    const { platform, endpoint } = this.deps
    const key = readIdempotencyKey(endpoint, firstHeaderValue(request.headers[idempotencyKeyHeader]))
    return createIdempotentRunner(platform, { endpoint, userId: this.caller.user?.id ?? null, key, input })
  }

  get assertOwner(): Context['assertOwner'] {
    return (isOwn) => {
      if (!isOwn && this.deps.enabledGuards.has('ownership')) throw appError('forbidden')
    }
  }

  get enforceRateLimit(): Context['enforceRateLimit'] {
    return (key, size) => this.deps.takeToken(this.exchange.request, key, size)
  }

  get enforceSharedRateLimit(): Context['enforceSharedRateLimit'] {
    return (key, size) => this.deps.takeSharedToken(this.exchange.request, key, size)
  }

  get header(): Context['header'] {
    return (name, value) => {
      const { endpoint } = this.deps
      if (!endpoint.responseHeaders?.includes(name))
        throw new Error(`${endpoint.path} doesn't declare the header ${name}.`)
      this.exchange.reply.header(name, String(value))
    }
  }
}

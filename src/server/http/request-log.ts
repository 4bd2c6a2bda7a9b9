// The request logger: created lazily, as most requests log nothing.
import type { FastifyBaseLogger } from 'fastify'
import type { Bindings, LogFn } from 'pino'

/**
 * Creates the logger with the first line: that takes longer than many a request. Child options other than fields
 * are ignored, as the framework would add a serializer that logs errors in full (T41).
 */
export class RequestLog implements FastifyBaseLogger {
  private logger: FastifyBaseLogger | null = null
  private readonly parent: FastifyBaseLogger
  private readonly bindings: Bindings

  /** `facts` are added to every line, besides those of `parent`. */
  constructor(parent: FastifyBaseLogger, facts: Bindings) {
    this.parent = parent
    this.bindings = facts
  }

  child(facts: Bindings): RequestLog {
    return new RequestLog(this.log, facts)
  }

  get level(): string {
    return this.log.level
  }

  get trace(): LogFn {
    return this.log.trace.bind(this.log)
  }

  get debug(): LogFn {
    return this.log.debug.bind(this.log)
  }

  get info(): LogFn {
    return this.log.info.bind(this.log)
  }

  get warn(): LogFn {
    return this.log.warn.bind(this.log)
  }

  get error(): LogFn {
    return this.log.error.bind(this.log)
  }

  get fatal(): LogFn {
    return this.log.fatal.bind(this.log)
  }

  get silent(): LogFn {
    return this.log.silent.bind(this.log)
  }

  private get log(): FastifyBaseLogger {
    this.logger ??= this.parent.child(this.bindings)
    return this.logger
  }
}

// The log that a request is given: its id is put into lines when there are any, and most requests say nothing.
import type { FastifyBaseLogger } from 'fastify'
import type { Bindings, LogFn } from 'pino'

/**
 * A logger that is made with the first line: making one takes longer than many an answer's own work. What it is given
 * besides facts isn't taken, for the framework would bring a serializer that writes errors out in full (T41).
 */
export class RequestLog implements FastifyBaseLogger {
  private made: FastifyBaseLogger | null = null
  private readonly parent: FastifyBaseLogger
  private readonly facts: Bindings

  /** `facts` are what every line of it holds besides those of `parent`. */
  constructor(parent: FastifyBaseLogger, facts: Bindings) {
    this.parent = parent
    this.facts = facts
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
    this.made ??= this.parent.child(this.facts)
    return this.made
  }
}

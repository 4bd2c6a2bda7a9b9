// The log: one line of JSON per event, with known harmless fields only (T41).
import ipaddr from 'ipaddr.js'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config/config.ts'
import { createLogOutput, type LogOutput } from './log-output.ts'

export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** An error's log fields. Messages, and details from the database, may quote members' text. */
interface SerializedError {
  type: string
  code?: string
  message?: string
  constraint?: string
  table?: string
  at?: string[]
  cause?: SerializedError
}

const stackFramesMax = 8
const messageMaxChars = 300
const causesMax = 3

/**
 * Opens the log on standard output or another stream. Writes are asynchronous: a full disk or closed output loses
 * lines, never stops the process (F18).
 */
export function createLog(
  { logLevel, nodeId }: Pick<Config, 'logLevel' | 'nodeId'>,
  stream: DestinationStream = standardOutput(),
): Logger {
  return pino(
    {
      level: logLevel,
      base: { node: nodeId },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      hooks: {
        // By default the error's message would become that of the line.
        logMethod(input, log) {
          const [facts, message]: unknown[] = input
          const error = findLoggedError(facts)
          const text = typeof facts === 'string' ? facts : message
          if (typeof text === 'string' && text.includes('@')) {
            // Written by a library, or by a server that names a rejected recipient.
            log.call(this, typeof facts === 'string' ? {} : facts, redact(text))
          } else if (error === null) log.apply(this, input)
          else if (typeof message === 'string' && message !== error.message) log.apply(this, input)
          else log.call(this, facts instanceof Error ? { err: error } : facts, 'Unexpected error.')
        },
      },
    },
    stream,
  )
}

let output: LogOutput | null = null

/** One per process, shared by all logs. */
function standardOutput(): LogOutput {
  if (output) return output
  output = createLogOutput(1)
  process.once('exit', output.flush)
  return output
}

function findLoggedError(facts: unknown): Error | null {
  if (facts instanceof Error) return facts
  const isObject = typeof facts === 'object' && facts !== null
  return isObject && 'err' in facts && facts.err instanceof Error ? facts.err : null
}

/** The loggable part of an error. Database and parser errors are reduced to code and location. */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields = new Map<string, unknown>(Object.entries(error))
  const text = (name: string): string | undefined => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const [code, constraint, table] = [text('code'), text('constraint'), text('table')]
  // A database quotes the row, and a parser the text, that failed.
  const quotes = text('severity') !== undefined || error instanceof SyntaxError
  const at = stackFrames(error)
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(quotes ? {} : { message: redact(error.message) }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(at.length > 0 ? { at } : {}),
    ...(error.cause === undefined || depth === causesMax
      ? {}
      : { cause: serializeError(error.cause, depth + 1) }),
  }
}

/** The stack frames without the message before them, which may span several lines. */
function stackFrames({ stack = '', message }: Error): string[] {
  const messageStart = stack.indexOf(message)
  return (messageStart === -1 ? stack : stack.slice(messageStart + message.length))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, stackFramesMax)
}

/** A message without addresses and secret links, shortened. */
export function redact(message: string): string {
  return message
    .slice(0, messageMaxChars)
    .replace(/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g, '[address]')
    .replace(/\/\/[^\s/@]*@/g, '//[secret]@')
    .replace(/[\w+/=-]{40,}/g, '[long]')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, (address) => (isPrivateAddress(address) ? address : '[address]'))
}

const isPrivateAddress = (address: string): boolean => /^(127|10|0)\.|^192\.168\./.test(address)

/** The network of an address, all that the log contains of it: /24, or /64 for IPv6. */
export function networkForLog(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString().replace(/\d+$/, '0/24')
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toRFC5952String()}/64`
}

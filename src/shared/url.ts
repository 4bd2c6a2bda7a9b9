// WHATWG URL parser, typed for code that knows neither DOM nor Node.

/** The parts of a URL used here; `port` is '' for the scheme's default. */
export interface ParsedUrl {
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly searchParams: { get(name: string): string | null; has(name: string): boolean }
}

const runtime = globalThis as typeof globalThis & { URL: new (address: string, base?: string) => ParsedUrl }

/** Parses as browsers do; null if invalid. `base` resolves relative addresses. */
export function parseUrl(address: string, base?: string): ParsedUrl | null {
  try {
    return new runtime.URL(address, base)
  } catch {
    return null
  }
}

// The URL parser that both runtimes have, for code that knows neither DOM nor node (WHATWG URL).

/** What is used here of a parsed address; `port` is '' for the scheme's own. */
export interface ParsedUrl {
  readonly href: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly searchParams: { get(name: string): string | null }
}

const runtime = globalThis as typeof globalThis & { URL: new (address: string, base?: string) => ParsedUrl }

/** The address as every browser reads it, or null where it is none; `base` is for relative ones. */
export function parseUrl(address: string, base?: string): ParsedUrl | null {
  try {
    return new runtime.URL(address, base)
  } catch {
    return null
  }
}

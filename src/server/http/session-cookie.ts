// Cookies: the session token for HTTP and the live channel, and small ones for redirects to a provider.
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Config } from '../config/config.ts'
import type { Cookies } from '../context.ts'

type CookieConfig = Pick<Config, 'publicUrl'>

const sessionCookieBaseName = 'sid'

/** `__Host-sid` on https, where browsers bind it to this host; plain `sid` on http. */
export function sessionCookieName(config: CookieConfig): string {
  return cookieName(config, sessionCookieBaseName)
}

function cookieName(config: CookieConfig, name: string): string {
  return isHttps(config) ? `__Host-${name}` : name
}

/** The session token in a Cookie header; null without one. */
export function sessionTokenOf(config: CookieConfig, cookieHeader: string | undefined): string | null {
  return cookieHeader === undefined ? null : (parseCookie(cookieHeader)[sessionCookieName(config)] ?? null)
}

/**
 * The cookies of a request (from its Cookie header) and its response; `setHeader` receives each Set-Cookie value.
 */
export function createCookies(
  config: CookieConfig,
  cookieHeader: string | undefined,
  setHeader: (value: string) => void,
): Cookies {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) } as const
  const set = (name: string, value: string, maxAgeMs: number | null): void => {
    const expiry = maxAgeMs === null ? {} : { maxAge: Math.floor(maxAgeMs / 1000) }
    setHeader(stringifySetCookie(cookieName(config, name), value, { ...attributes, ...expiry }))
  }
  return {
    setSession: (token, maxAgeMs) => set(sessionCookieBaseName, token, maxAgeMs),
    clearSession: () => set(sessionCookieBaseName, '', 0),
    read: (name) => parseCookie(cookieHeader ?? '')[cookieName(config, name)] ?? null,
    set,
  }
}

function isHttps({ publicUrl }: CookieConfig): boolean {
  return publicUrl.startsWith('https:')
}

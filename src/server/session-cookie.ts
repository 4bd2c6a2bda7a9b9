// The one cookie that carries the session token, for HTTP and for the live channel alike; and small ones for a way out and back.
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Config } from './config.ts'
import type { Cookies } from './context.ts'

type CookieConfig = Pick<Config, 'publicUrl'>

/** `__Host-sid` on https, where browsers hold it to this host alone; plain `sid` on http. */
export function sessionCookieName(config: CookieConfig): string {
  return cookieName(config, 'sid')
}

function cookieName(config: CookieConfig, name: string): string {
  return isHttps(config) ? `__Host-${name}` : name
}

/**
 * The session cookie of a request (by its Cookie header) and of its answer; `setHeader` gets the value of the
 * Set-Cookie header and may be left out where nothing can be set.
 */
export function openCookies(
  config: CookieConfig,
  cookieHeader: string | undefined,
  setHeader?: (value: string) => void,
): Cookies {
  const name = sessionCookieName(config)
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) } as const
  return {
    sessionToken: parseCookie(cookieHeader ?? '')[name] ?? null,
    setSession: (token, maxAgeMs) =>
      setHeader?.(
        stringifySetCookie(name, token, {
          ...attributes,
          ...(maxAgeMs === null ? {} : { maxAge: Math.floor(maxAgeMs / 1000) }),
        }),
      ),
    clearSession: () => setHeader?.(stringifySetCookie(name, '', { ...attributes, maxAge: 0 })),
    read: (other) => parseCookie(cookieHeader ?? '')[cookieName(config, other)] ?? null,
    set: (other, value, maxAgeMs) => {
      const maxAge = Math.floor(maxAgeMs / 1000)
      setHeader?.(stringifySetCookie(cookieName(config, other), value, { ...attributes, maxAge }))
    },
  }
}

function isHttps({ publicUrl }: CookieConfig): boolean {
  return publicUrl.startsWith('https:')
}

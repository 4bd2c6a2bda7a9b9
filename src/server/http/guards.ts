// Guards before every handler. They never read the body: unauthorized callers can't probe its validity (API-19).
import type { CommonErrorCode } from '#shared/common-errors.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { can, deniedErrorCode } from '#shared/roles.ts'
import type { Caller } from '../context.ts'
import { isTrustedOrigin, type OriginRules } from './trusted-origins.ts'

export interface GuardInput {
  endpoint: Endpoint
  caller: Caller
  origin: string | undefined
  host: string | undefined
  secFetchSite: string | undefined
  /** The firebase-uid header: compared, never trusted. */
  claimedUid: string | undefined
  originRules: OriginRules
  /** Whether everyone may join. */
  isJoiningOpen: boolean
}

export type Guard = (input: GuardInput) => CommonErrorCode | null

/** Whether the request comes from one of our own pages: browsers send Origin with every unsafe method (T55). */
function isOwnOrigin({ origin, host, originRules }: GuardInput): boolean {
  return origin !== undefined && isTrustedOrigin(origin, host, originRules)
}

const requireCapability =
  (code: CommonErrorCode): Guard =>
  ({ caller, endpoint }) =>
    !can(caller.persona, endpoint.needs) && deniedErrorCode(caller.persona) === code ? code : null

/** The capability of everyone who was let in. */
export const needsUnlessJoiningIsOpen = 'profile.prepare'

/** Runs in this order: origin, joining, session, identity, ban, profile, role. */
export const guards = {
  origin: (input) => {
    const { endpoint, secFetchSite } = input
    // Other sites' scripts can't read the response. Their pages may link to it, which counts like any other call.
    const isOwn =
      endpoint.method === 'GET'
        ? !(endpoint.isForOwnPages && secFetchSite === 'cross-site')
        : endpoint.isForServers === true || isOwnOrigin(input)
    return isOwn ? null : 'bad_origin'
  },
  joining: ({ caller, endpoint, isJoiningOpen }) =>
    endpoint.isForOpenJoining && !isJoiningOpen && !can(caller.persona, needsUnlessJoiningIsOpen)
      ? deniedErrorCode(caller.persona)
      : null,
  session: requireCapability('unauthenticated'),
  identity: ({ caller, claimedUid, endpoint }) =>
    claimedUid === undefined || endpoint.needs === 'public' || claimedUid === caller.session?.uid
      ? null
      : 'identity_mismatch',
  ban: requireCapability('banned'),
  profile: requireCapability('profile_incomplete'),
  role: requireCapability('forbidden'),
} as const satisfies Record<string, Guard>

export type GuardName = keyof typeof guards | 'ownership'

export const allGuards: ReadonlySet<GuardName> = new Set([
  ...(Object.keys(guards) as GuardName[]),
  'ownership',
])

/** Runs the enabled guards in order. Returns the first error code, or null if all pass. */
export function createGuardChain(enabledGuards: ReadonlySet<GuardName>): Guard {
  const chain = Object.entries(guards)
    .filter(([name]) => (enabledGuards as ReadonlySet<string>).has(name))
    .map(([, guard]) => guard)
  return (input) => {
    for (const guard of chain) {
      const code = guard(input)
      if (code !== null) return code
    }
    return null
  }
}

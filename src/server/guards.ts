// The guards before every handler, in their fixed order. Each looks at the request's facts alone, so an
// unauthorised caller gets the same answer for a valid and an invalid body (API-19).
import type { Endpoint } from '#shared/endpoint.ts'
import type { ErrorCode } from '#shared/error-catalogue.ts'
import { can, deniedErrorCode } from '#shared/roles.ts'
import type { Caller } from './context.ts'
import { isTrustedOrigin, type OriginRules } from './trusted-origins.ts'

export interface GuardFacts {
  endpoint: Endpoint
  caller: Caller
  origin: string | undefined
  host: string | undefined
  secFetchSite: string | undefined
  /** The header firebase-uid: compared, never trusted. */
  claimedUid: string | undefined
  originRules: OriginRules
}

export type Guard = (facts: GuardFacts) => ErrorCode | null

/** Whether a request comes from one of our own pages: browsers send Origin with every unsafe method (T55). */
function isOwnOrigin({ origin, host, originRules }: GuardFacts): boolean {
  return origin !== undefined && isTrustedOrigin(origin, host, originRules)
}

const requireCapability =
  (code: ErrorCode): Guard =>
  ({ caller, endpoint }) =>
    !can(caller.persona, endpoint.needs) && deniedErrorCode(caller.persona) === code ? code : null

/** Origin, session, whose page it is, ban, profile, role: in this order. */
export const guards = {
  origin: (facts) => {
    const { endpoint, secFetchSite } = facts
    // Scripts of other sites can't read an answer; their pages may open it, which counts like any other call.
    const isOwn =
      endpoint.method === 'GET'
        ? !(endpoint.isForOwnPages && secFetchSite === 'cross-site')
        : isOwnOrigin(facts)
    return isOwn ? null : 'bad_origin'
  },
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

/** What asks the guards in their order, those of `letPass` left out: the first refusal, or null when all let it through. */
export function createGuardChain(letPass: ReadonlySet<GuardName>): Guard {
  const asked = Object.entries(guards)
    .filter(([name]) => !(letPass as ReadonlySet<string>).has(name))
    .map(([, guard]) => guard)
  return (facts) => {
    for (const guard of asked) {
      const code = guard(facts)
      if (code !== null) return code
    }
    return null
  }
}

// Roles: the kinds of caller and their capabilities.

const everyone = ['public'] as const
const banned = [...everyone, 'credentials.manage'] as const
const identified = [...banned, 'identity'] as const
const incomplete = [...identified, 'profile.prepare'] as const
const member = [
  ...incomplete,
  'meditation.join',
  'chat.read',
  'chat.speak',
  'energy.record',
  'friends.invite',
] as const
/** Marked by an administrator (TEACH-01); which sitting, and when, is for the call to judge. */
const host = [...member, 'sitting.hold'] as const
const gardenAngel = [...host, 'chat.moderate', 'sitting.host', 'schedule.read'] as const
const admin = [...gardenAngel, 'community.administer'] as const

/**
 * The kinds of caller. `identified` is authenticated but has no user row yet. `incomplete` has a row without a
 * finished profile. A banned caller keeps the session, but may manage only their own credentials.
 */
export const capabilitiesOf = {
  anonymous: everyone,
  banned,
  identified,
  incomplete,
  member,
  host,
  gardenAngel,
  admin,
} as const

export type Persona = keyof typeof capabilitiesOf
export type Capability = (typeof capabilitiesOf)[Persona][number]

/** Whether a kind of caller has a capability; false for an unknown kind. */
export function can(persona: Persona, capability: Capability): boolean {
  if (!Object.hasOwn(capabilitiesOf, persona)) return false
  return (capabilitiesOf[persona] as readonly Capability[]).includes(capability)
}

/** The error code for a caller without the capability. */
export function deniedErrorCode(
  persona: Persona,
): 'unauthenticated' | 'banned' | 'profile_incomplete' | 'forbidden' {
  switch (persona) {
    case 'anonymous':
      return 'unauthenticated'
    case 'banned':
      return 'banned'
    case 'identified':
    case 'incomplete':
      return 'profile_incomplete'
    case 'member':
    case 'host':
    case 'gardenAngel':
    case 'admin':
      return 'forbidden'
  }
}

/** The kind of a signed-in caller from the user row (`null` if there is none). */
export function personaOf(
  user: {
    isBanned: boolean
    profileCompleted: boolean
    isAdmin: boolean
    isGardenAngel: boolean
    mayHost?: boolean | undefined
  } | null,
): Persona {
  if (!user) return 'identified'
  if (user.isBanned) return 'banned'
  if (!user.profileCompleted) return 'incomplete'
  if (user.isAdmin) return 'admin'
  if (user.isGardenAngel) return 'gardenAngel'
  return user.mayHost ? 'host' : 'member'
}

// Leads a page through every screen and its important states, in whatever language and direction it was built.
import { visitAsAdministrator } from './every-screen/administrator.ts'
import { visitAsMember } from './every-screen/member.ts'
import { visitAsModerator } from './every-screen/moderator.ts'
import { visitAsNewcomer } from './every-screen/newcomer.ts'
import { visitWithSeveralADay } from './every-screen/several-a-day.ts'
import { visitAsSitter } from './every-screen/sitter.ts'
import type { Visit } from './every-screen/visit-tools.ts'
import { visitAsVisitor } from './every-screen/visitor.ts'

type Way = (visit: Visit) => Promise<void>

/** Each role's way through the product; each begins with an empty database. */
export const visits: Readonly<
  Record<
    | 'visitor'
    | 'newcomer'
    | 'member'
    | 'sitter'
    | 'member of several sittings a day'
    | 'moderator'
    | 'administrator',
    Way
  >
> = {
  visitor: visitAsVisitor,
  newcomer: visitAsNewcomer,
  member: visitAsMember,
  sitter: visitAsSitter,
  'member of several sittings a day': visitWithSeveralADay,
  moderator: visitAsModerator,
  administrator: visitAsAdministrator,
}

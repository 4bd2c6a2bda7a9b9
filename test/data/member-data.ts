// Where tests look for a member's data: the facts of all features, from the proof of each.
import type { MemberDataFacts } from '#test/gates/proof.ts'
import { proofs } from '#test/gates/proofs.ts'

/** The facts of every feature that stores something. */
export const memberDataFacts: readonly MemberDataFacts[] = proofs.flatMap(
  ({ proof }) => proof.memberData ?? [],
)

/** One kind of facts, of all features. */
export function factsOf<Kind extends 'exported' | 'renamed' | 'notExported' | 'retainedColumns'>(
  kind: Kind,
): NonNullable<MemberDataFacts[Kind]> {
  return Object.assign({}, ...memberDataFacts.map((facts) => facts[kind])) as NonNullable<
    MemberDataFacts[Kind]
  >
}

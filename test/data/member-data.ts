// Where tests look for a member's data: the facts of all features, from the proof of each.
import type { MemberDataProof } from '#test/gates/proof.ts'
import { proofs } from '#test/gates/proofs.ts'

/** The facts of every feature that stores something. */
export const memberDataProofs: readonly MemberDataProof[] = proofs.flatMap(
  ({ proof }) => proof.memberData ?? [],
)

/** One kind of facts, of all features. */
export function factsOf<Kind extends 'exported' | 'renamed' | 'notExported' | 'retainedColumns'>(
  kind: Kind,
): NonNullable<MemberDataProof[Kind]> {
  return Object.assign({}, ...memberDataProofs.map((facts) => facts[kind])) as NonNullable<
    MemberDataProof[Kind]
  >
}

// Where tests look for a member's data: the facts of all features, from the folder `test` of each.
import type { TestApp } from '#test/app.ts'
import { importOfFeatures } from '#test/feature-facts.ts'
import type { TestUser } from '#test/people/cast.ts'

export interface MemberDataFacts {
  /**
   * The exported tables: where their columns are in the file, and the omitted columns with a reason. A new table or
   * column that is missing here fails the test of the export.
   */
  readonly exported?: Readonly<Record<string, { at: readonly string[]; left: string; why: string }>>
  /** Columns with a different name in the file, by table. */
  readonly renamed?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Tables that the export omits, with the reason. */
  readonly notExported?: Readonly<Record<string, string>>
  /** Columns where a deleted member's id stays, with the reason. */
  readonly retainedColumns?: Readonly<Record<string, string>>
  /** All other columns with a member's id: their rows are deleted with the member. */
  readonly erasedColumns?: readonly string[]
  /** Inserts rows of a member and of a sitting of today, with 'canary' in their texts. */
  readonly insertCanary?: (app: TestApp, facts: { canary: TestUser; sittingId: number }) => Promise<void>
}

/** The facts of every feature that stores something. */
export const memberDataFacts = await importOfFeatures<MemberDataFacts>('member-data.ts')

/** One kind of facts, of all features. */
export function factsOf<Kind extends 'exported' | 'renamed' | 'notExported' | 'retainedColumns'>(
  kind: Kind,
): NonNullable<MemberDataFacts[Kind]> {
  return Object.assign({}, ...memberDataFacts.map((facts) => facts[kind])) as NonNullable<
    MemberDataFacts[Kind]
  >
}

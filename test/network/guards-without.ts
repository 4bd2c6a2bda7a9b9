// Guard sets for tests that see a guard missing.
import { allGuards, type GuardName } from '#server/http/guards.ts'

export const guardsWithout = (...names: readonly GuardName[]): ReadonlySet<GuardName> =>
  new Set([...allGuards].filter((name) => !names.includes(name)))

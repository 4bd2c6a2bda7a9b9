// Case reader: who reads cases by a call, and when.
import type { Clock } from '#server/clock.ts'
import type { CallerWith } from '#server/context.ts'
import type { CaseReader } from './sql/shown-cases.ts'

export function readerOf({
  caller: { user },
  clock,
}: {
  caller: CallerWith<'chat.moderate'>
  clock: Pick<Clock, 'now'>
}): CaseReader {
  return { moderator: { id: user.id, isAdmin: user.isAdmin }, now: new Date(clock.now()) }
}

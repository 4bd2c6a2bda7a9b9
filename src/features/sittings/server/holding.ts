// Holding a sitting: who may host it now.
import { assertCapability } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { can } from '#shared/roles.ts'
import type { Timeline } from '../phases.ts'
import { isHeldNow } from '../rules.ts'
import { isMuted } from './sql/holders.ts'

export interface SittingHolder {
  /** The caller. */
  hostId: number
  /** By the room clock. */
  nowMs: number
}

/**
 * Throws `forbidden` unless the caller may host every sitting, or holds this one and its powers are in force (TEACH-03).
 * Without a timeline they are. A muted host has none. Returns whether the caller may host every sitting.
 */
export async function assertHolds(
  tx: Executor,
  { hostId, nowMs }: SittingHolder,
  held: { hostId: number | null },
  timeline: Timeline | undefined,
): Promise<{ mayHostAll: boolean }> {
  const persona = await assertCapability(tx, hostId, 'sitting.hold')
  if (can(persona, 'sitting.host')) return { mayHostAll: true }
  const isInForce = timeline === undefined || isHeldNow(timeline, nowMs)
  if (held.hostId !== hostId || !isInForce || (await isMuted(tx, hostId))) throw appError('forbidden')
  return { mayHostAll: false }
}

// A sitting as pages receive it, for tests that need no server.
import type { Sitting } from '#features/sittings/sitting.ts'

/** A sitting of three minutes whose sharing opens at a moment; changed by `changes`. */
export function sittingSharingAt(sharingAt: number, changes: Partial<Sitting> = {}): Sitting {
  return {
    id: 1,
    scheduleId: 1,
    day: '2026-11-21',
    version: 1,
    doorsAt: sharingAt - 1_200_000,
    gatherAt: sharingAt - 360_000,
    startsAt: sharingAt - 300_000,
    videoAt: sharingAt - 292_000,
    sharingAt,
    endsAt: sharingAt + 900_000,
    mediaSeconds: 180,
    keepsTempo: false,
    cancelled: false,
    cancelNote: null,
    ...changes,
  }
}

// What hosts do with a stream, for the menu of a sitting that has one.
import type { LivePlace } from '#features/sittings/live-place.ts'
import type { MoreActions } from '#features/sittings/web/components/more-actions.ts'
import { StreamDialog, StreamItems } from '#features/streams/web/stream-actions.tsx'

export const streamActions: MoreActions = { Items: StreamItems, Dialog: StreamDialog }

/** Undefined for a sitting without a stream. */
export function streamActionsOf(livePlace: LivePlace | null): MoreActions | undefined {
  return livePlace === 'here' || livePlace === 'address' ? streamActions : undefined
}

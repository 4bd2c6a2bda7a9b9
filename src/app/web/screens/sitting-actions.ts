// What other features add to the menu of a sitting: its halls, and its stream if it has one.
import { HallActionDialog, HallItems } from '#features/halls/web/hall-actions.tsx'
import type { MoreActions } from '#features/sittings/web/components/more-actions.tsx'
import { StreamDialog, StreamItems } from '#features/streams/web/stream-actions.tsx'

const hallActions: MoreActions = { Items: HallItems, Dialog: HallActionDialog }
const streamActions: MoreActions = { Items: StreamItems, Dialog: StreamDialog }

/** Of a sitting with or without a stream. */
export function moreActions({ hasStream }: { hasStream: boolean }): readonly MoreActions[] {
  return hasStream ? [hallActions, streamActions] : [hallActions]
}

// The halls of the room's sitting, as the live channel reports them: from the join on, before the tools that show them load.
import { useEffect } from 'react'
import type { LiveClient } from '#shared/live/live-client.ts'
import { createPageStore } from '#web/page-store.ts'
import { useHeldPlace } from '#web/use-held-place.ts'
import { hallServerMessages, type HallMessage } from '../live-messages.ts'

const ofRoom = createPageStore<HallMessage | null>('screen', null)

/** Follows the halls while the room is on the screen. */
export function useHallsOfRoom(client: LiveClient): void {
  useEffect(() => {
    const stop = client.onMessage(hallServerMessages, ofRoom.set)
    return () => {
      stop()
      ofRoom.set(null)
    }
  }, [client])
}

/** Those of a sitting; null while it has had none. */
export function useHallsOf(sittingId: number): Pick<HallMessage, 'halls' | 'people'> | null {
  const [halls] = useHeldPlace(ofRoom.use())
  return halls?.sittingId === sittingId ? halls : null
}

// What people change of themselves while their sockets are open: the bus tells their new name and picture.
import * as z from 'zod/mini'
import type { Bus } from '#server/bus.ts'
import { onlineUserSchema, type OnlineUser } from '../contract.ts'

/** Hears how somebody is called and looks from now on, on the bus channel `people`, until the answer is called. */
export function onProfileChanged(bus: Bus, listener: (person: OnlineUser) => void): () => void {
  return bus.subscribe('people', (message) => {
    const parsed = z.safeParse(onlineUserSchema, message)
    if (parsed.success) listener(parsed.data)
  })
}

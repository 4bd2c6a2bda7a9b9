// Profile events: changes of a member's name and picture, received from the bus.
import * as z from 'zod/mini'
import type { Bus } from '#server/bus/bus.ts'
import { onlineUserSchema, type OnlineUser } from '../contract.ts'

/** Subscribes to profile changes on the bus channel `people`; returns the unsubscribe function. */
export function onProfileChanged(bus: Bus, listener: (user: OnlineUser) => void): () => void {
  return bus.subscribe('people', (message) => {
    const parsed = z.safeParse(onlineUserSchema, message)
    if (parsed.success) listener(parsed.data)
  })
}

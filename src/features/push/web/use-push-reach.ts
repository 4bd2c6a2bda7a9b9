// Whether notifications can reach the member at all: what the choices of reminders offer follows it.
import { isOutsideHomeScreen } from '#web/home-screen.ts'
import { useCall } from '#web/use-call.ts'
import { pushCalls } from '../contract.ts'
import { canReceivePushes } from './push-device.ts'

/**
 * `never`: the server offers none, or neither this browser nor another device of the member's has them. `no-device`: on no
 * device of theirs are they switched on.
 */
export type PushReach = 'never' | 'no-device' | 'some'

/** Null while it isn't known; without a response it is `some`. */
export function usePushReach(): PushReach | null {
  const { data, isError } = useCall(pushCalls.pushKey, {}, { uncached: true })
  if (!data) return isError ? 'some' : null
  if (data.obstacle !== null) return 'never'
  if (data.hasDevice) return 'some'
  return canReceivePushes() || isOutsideHomeScreen() ? 'no-device' : 'never'
}

// Notifications on this device: whether they are on, and why they can't be (REM-07).
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isOutsideHomeScreen } from '#web/home-screen.ts'
import { logFailure } from '#web/log.ts'
import { useCall } from '#web/use-call.ts'
import { pushCalls, type PushObstacle } from '../contract.ts'
import {
  canReceivePushes,
  doNotificationsArrive,
  notificationPermission,
  readDeviceOwner,
  requestNotificationPermission,
  subscribeDevice,
  unsubscribeDevice,
} from './push-device.ts'

/**
 * `home-screen`: an iPhone or iPad has them only in the app of its home screen. `blocked`: by the browser's settings.
 * `failed`: the server didn't say whether it offers them.
 */
export type PushState =
  | { status: 'loading' | 'failed' | 'unsupported' | 'home-screen' | 'blocked' | 'off' | 'on' }
  | { status: 'not-offered'; obstacle: PushObstacle }

export interface Push {
  state: PushState
  /** Whether the last press switches notifications on, while it is under way or waits; else null. */
  pressed: boolean | null
  /** Why the last press had no effect. */
  error: Error | null
  /** Asks for the browser's permission, so it may be called by a press only. */
  turnOn: () => void
  turnOff: () => void
  retry: () => void
}

/** `uid` is the member's: notifications that another one switched on in this browser are off for them. */
export function usePush(uid: string): Push {
  const isSupported = canReceivePushes()
  const key = useCall(pushCalls.pushKey, {}, { uncached: true, enabled: isSupported })
  const permission = useSyncExternalStore(onVisible, notificationPermission)
  const publicKey = key.data?.publicKey ?? null
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (publicKey === null || notificationPermission() !== 'granted' || readDeviceOwner() !== uid) return
    let isCurrent = true
    void doNotificationsArrive(uid, publicKey).then((isOn) => isCurrent && setLost(!isOn))
    return () => {
      isCurrent = false
    }
  }, [uid, publicKey])
  const change = useMutation({
    // A second press follows the first.
    scope: { id: 'push-device' },
    mutationFn: (permitted: Promise<NotificationPermission> | null) =>
      permitted === null ? unsubscribeDevice() : subscribeIfGranted(permitted, uid, publicKey),
    onSuccess: () => {
      setLost(false)
      // Whether the member has a device that notifications reach.
      void key.refetch()
    },
    onError: (error) => logFailure('Notifications on this device were not changed.', error),
  })

  const readState = (): PushState => {
    if (!isSupported) return { status: isOutsideHomeScreen() ? 'home-screen' : 'unsupported' }
    if (key.data?.obstacle) return { status: 'not-offered', obstacle: key.data.obstacle }
    if (key.data === undefined) return { status: key.isError && !key.isFetching ? 'failed' : 'loading' }
    if (permission === 'denied') return { status: 'blocked' }
    return { status: permission === 'granted' && readDeviceOwner() === uid && !isLost ? 'on' : 'off' }
  }
  return {
    state: readState(),
    pressed: change.isPending ? change.variables !== null : null,
    error: change.error,
    // Safari asks only within the press, so nothing is awaited before.
    turnOn: () => change.mutate(requestNotificationPermission()),
    turnOff: () => change.mutate(null),
    retry: () => void key.refetch(),
  }
}

async function subscribeIfGranted(
  permitted: Promise<NotificationPermission>,
  uid: string,
  publicKey: string | null,
): Promise<void> {
  if ((await permitted) === 'granted' && publicKey !== null) await subscribeDevice(uid, publicKey)
}

/** Members change it in the browser's settings, and come back. */
function onVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

// This browser as a device for notifications: subscribed at its maker's service, and known to the server.
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { serviceWorkers } from '#web/secure-context.ts'
import { pushCalls } from '../contract.ts'

const storageKey = 'notices-of'

/** The worker registers some seconds after the page's start. */
const registrationMaxMs = 30_000

/**
 * Subscribes this browser, and sends its address and keys to the server. Notifications must be allowed. Throws, and ends
 * the subscription, if the browser gets none that its service still knows.
 */
export async function subscribeDevice(uid: string, publicKey: string): Promise<void> {
  const { pushManager } = await readyRegistration()
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const subscription = await subscribe().catch(async (error: unknown) => {
    // A subscription for a former key prevents it.
    const former = await pushManager.getSubscription()
    if (!former) throw error
    await former.unsubscribe()
    return subscribe()
  })
  await sendDevice(subscription).catch(async (error: unknown) => {
    if (!isPushGone(error)) throw error
    // Browsers return the subscription that they have until it is ended here, too.
    await subscription.unsubscribe()
    await sendDevice(await subscribe()).catch(async (again: unknown) => {
      if (isPushGone(again)) await closeDevice()
      throw again
    })
  })
  saveDeviceOwner(uid)
}

async function sendDevice(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call(pushCalls.subscribeToPush, { body: { endpoint, keys: { p256dh, auth } } })
}

const isPushGone = (error: unknown) => isCallError(error) && error.errorBody?.code === 'push_gone'

/** Deletes this browser's subscription, on the server first. */
export async function unsubscribeDevice(): Promise<void> {
  const subscription = await currentSubscription()
  if (subscription) await call(pushCalls.unsubscribeFromPush, { body: { endpoint: subscription.endpoint } })
  await closeDevice()
}

/** The same without a session: the server learns of it from the browser maker's service, at the next push. */
export async function closeDevice(): Promise<void> {
  saveDeviceOwner(null)
  const subscription = await currentSubscription()
  await subscription?.unsubscribe()
}

/** At the start of a page: subscribes again what the member switched on, and ends what another member did. */
export async function renewDevice(uid: string): Promise<void> {
  const owner = readDeviceOwner()
  if (owner === null) return
  if (owner !== uid) return closeDevice()
  if (notificationPermission() !== 'granted') return
  const { publicKey } = await call(pushCalls.pushKey, {})
  if (publicKey !== null) await subscribeDevice(uid, publicKey)
}

/**
 * Whether notifications that the member switched on arrive, as far as the server knows. Subscribes again, as at the start
 * of a page. Without a response it is true.
 */
export async function doNotificationsArrive(uid: string, publicKey: string): Promise<boolean> {
  await subscribeDevice(uid, publicKey).catch((error: unknown) =>
    logFailure('The push subscription was not renewed.', error),
  )
  return readDeviceOwner() === uid && (await currentSubscription()) !== null
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await serviceWorkers()?.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function readyRegistration(): Promise<ServiceWorkerRegistration> {
  const workers = serviceWorkers()
  if (!workers) throw new Error('This browser has no service workers.')
  const timeout = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error('The service worker isn’t ready.')), registrationMaxMs),
  )
  return Promise.race([workers.ready, timeout])
}

/** The uid of the member who switched notifications on in this browser; null if they are off, or storage is denied. */
export function readDeviceOwner(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function saveDeviceOwner(uid: string | null): void {
  try {
    if (uid === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, uid)
  } catch {
    // Storage is denied: the device isn't renewed at the next start.
  }
}

/** Whether the browser can receive pushes and show notifications. */
export function canReceivePushes(): boolean {
  return serviceWorkers() !== null && 'PushManager' in window && 'Notification' in window
}

/** Whether notifications are allowed; null where the browser can't have them. */
export function notificationPermission(): NotificationPermission | null {
  return canReceivePushes() ? window.Notification.permission : null
}

/** Asks for the permission: by a press only. */
export function requestNotificationPermission(): Promise<NotificationPermission> {
  return window.Notification.requestPermission()
}

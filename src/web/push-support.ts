// Whether this browser can have notices, and be installed by hand.
import { serviceWorkers } from './secure-context.ts'

/** Whether the browser can receive pushes and show notices. */
export function canReceivePushes(): boolean {
  return serviceWorkers() !== null && 'PushManager' in window && 'Notification' in window
}

/**
 * Whether the page is open in a browser of an iPhone or iPad, not as an app of its home screen. Apple's browsers fire
 * no prompt event to install it; only they expose `navigator.standalone`.
 */
export function isOutsideHomeScreen(): boolean {
  return 'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 1
}

/** Whether notices are allowed; null where the browser can't have them. */
export function noticePermission(): NotificationPermission | null {
  return canReceivePushes() ? window.Notification.permission : null
}

/** Asks for the permission: by a press only. */
export function requestNoticePermission(): Promise<NotificationPermission> {
  return window.Notification.requestPermission()
}

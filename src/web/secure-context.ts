// Browser APIs that exist in a secure context only: https and localhost. A community's own network with plain http
// under another name is none. The only place that reads them, so that every caller handles null (SHELL-32).
import { logFailure } from './log.ts'

type SecureNavigator = Partial<
  Pick<Navigator, 'clipboard' | 'locks' | 'mediaDevices' | 'serviceWorker' | 'share' | 'wakeLock'>
>

/** Locks between the tabs of this browser; null outside a secure context. */
export function webLocks(): LockManager | null {
  return secureNavigator().locks ?? null
}

/** Camera and microphone; null outside a secure context. */
export function mediaDevices(): MediaDevices | null {
  return secureNavigator().mediaDevices ?? null
}

/** Null outside a secure context, and in older browsers. */
export function screenWakeLock(): WakeLock | null {
  return secureNavigator().wakeLock ?? null
}

/** Null outside a secure context. */
export function serviceWorkers(): ServiceWorkerContainer | null {
  return secureNavigator().serviceWorker ?? null
}

/** The native share sheet; null outside a secure context, and where the browser has none. */
export function shareSheet(): ((data: ShareData) => Promise<void>) | null {
  const { share } = secureNavigator()
  return share ? share.bind(navigator) : null
}

/** Returns false, and logs why, if the text could not be copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    const { clipboard } = secureNavigator()
    if (!clipboard) throw new Error('The clipboard needs https.')
    await clipboard.writeText(text)
    return true
  } catch (error) {
    logFailure('The text could not be copied.', error)
    return false
  }
}

function secureNavigator(): SecureNavigator {
  return navigator
}

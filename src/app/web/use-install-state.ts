// How the app can be installed on this device. Loaded with the menus.
import { useSyncExternalStore } from 'react'
import { installPrompt } from './install-prompt.ts'

/** Where nothing can be pressed for it. */
export const manualInstallText = 'To install: Share, then “Add to Home Screen”'

/** Has the browser ask whether to install; its offer is good for once. */
export function promptInstall(): void {
  const offer = installPrompt.now()
  if (offer && 'prompt' in offer && typeof offer.prompt === 'function') Reflect.apply(offer.prompt, offer, [])
  installPrompt.use()
}

/** By the browser's offer, by hand as on an iPhone, or not (any more). */
export function useInstallState(): 'offered' | 'byHand' | null {
  const offer = useSyncExternalStore(installPrompt.subscribe, installPrompt.now)
  if (offer) return 'offered'
  return isManualInstall() ? 'byHand' : null
}

/** Apple's browsers on phones and tablets make no offer; they alone say whether they run as an app. */
function isManualInstall(): boolean {
  return 'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 1
}

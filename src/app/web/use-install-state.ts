// Whether and how the app can be installed on this device. Loaded with the menus.
import { useSyncExternalStore } from 'react'
import { installPrompt } from './install-prompt.ts'

/** Instructions where the browser has no install prompt. */
export const manualInstallText = 'To install: Share, then “Add to Home Screen”'

/** Shows the browser's install prompt; each prompt event works once. */
export function promptInstall(): void {
  const offer = installPrompt.now()
  if (offer && 'prompt' in offer && typeof offer.prompt === 'function') Reflect.apply(offer.prompt, offer, [])
  installPrompt.use()
}

/**
 * `offered`: the browser has a prompt; `byHand`: manually, as on an iPhone; null: not installable, or installed.
 */
export function useInstallState(): 'offered' | 'byHand' | null {
  const offer = useSyncExternalStore(installPrompt.subscribe, installPrompt.now)
  if (offer) return 'offered'
  return isManualInstall() ? 'byHand' : null
}

/** Apple's browsers on phones and tablets fire no prompt event; only they expose `navigator.standalone`. */
function isManualInstall(): boolean {
  return 'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 1
}

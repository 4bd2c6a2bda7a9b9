// How the app can be installed on this device. Loaded with the menus.
import { useSyncExternalStore } from 'react'
import { installOffer } from './install-offer.ts'

/** Where nothing can be pressed for it. */
export const byHandWords = 'To install: Share, then “Add to Home Screen”'

/** Has the browser ask whether to install; its offer is good for once. */
export function install(): void {
  const offer = installOffer.now()
  if (offer && 'prompt' in offer && typeof offer.prompt === 'function') Reflect.apply(offer.prompt, offer, [])
  installOffer.use()
}

/** By the browser's offer, by hand as on an iPhone, or not (any more). */
export function useInstallWay(): 'offered' | 'byHand' | null {
  const offer = useSyncExternalStore(installOffer.subscribe, installOffer.now)
  if (offer) return 'offered'
  return isByHand() ? 'byHand' : null
}

/** Apple's browsers on phones and tablets make no offer; they alone say whether they run as an app. */
function isByHand(): boolean {
  return 'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 1
}

// Whether and how the app can be installed on this device. Loaded with the menus.
import { useSyncExternalStore } from 'react'
import { t } from '#shared/i18n/t.ts'
import { isOutsideHomeScreen } from '#web/home-screen.ts'
import { installPrompt } from './install-prompt.ts'

/** Instructions where the browser has no install prompt. */
export const manualInstallText = t('To install: Share, then “Add to Home Screen”')

/** Shows the browser's install prompt; each prompt event works once. */
export function promptInstall(): void {
  const offer = installPrompt.now()
  if (offer && 'prompt' in offer && typeof offer.prompt === 'function') Reflect.apply(offer.prompt, offer, [])
  installPrompt.use()
}

/**
 * `prompt`: the browser has an install prompt; `manual`: by the browser’s Share menu, as on an iPhone; null: not installable, or installed.
 */
export function useInstallState(): 'prompt' | 'manual' | null {
  const offer = useSyncExternalStore(installPrompt.subscribe, installPrompt.now)
  if (offer) return 'prompt'
  return isOutsideHomeScreen() ? 'manual' : null
}

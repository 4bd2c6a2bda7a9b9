// Whether the sign-in's 'Welcome back' is on the screen, so that the room needn't say the same (MED-50).
import { messages } from '#web/i18n/messages.ts'
import { toastStore } from '#web/toast-store.ts'

export function isWelcomedBack(): boolean {
  return toastStore.records().some(({ open, title }) => open && title === messages.welcomeBack)
}

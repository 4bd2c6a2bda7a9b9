// Whether the greeting after a sign-in is still on the screen.
import { expect, it } from 'vitest'
import { messages } from '#web/i18n/messages.ts'
import { toast, toastStore } from '#web/toast-store.ts'
import { isWelcomedBack } from './welcomed-back.ts'

it('[AUTH-05] [MED-50] the room asks whether the toast is welcoming who signed in back', () => {
  expect(isWelcomedBack()).toBe(false)
  toast({ title: messages.accountCreated })
  expect(isWelcomedBack()).toBe(false)
  const id = toast({ title: messages.welcomeBack })
  expect(isWelcomedBack()).toBe(true)
  toastStore.close(id)
  expect(isWelcomedBack()).toBe(false)
})

// The greeting after a sign-in, and whether it is still on the screen.
import { expect, it } from 'vitest'
import { toast, toastStore } from '#web/toast-store.ts'
import { isWelcomedBack, welcomeMessage } from './welcome-message.ts'

it('[AUTH-05] [MED-50] the room asks whether the toast is welcoming who signed in back', () => {
  expect(isWelcomedBack()).toBe(false)
  toast(welcomeMessage({ isNew: true, isUnchecked: false }))
  expect(isWelcomedBack()).toBe(false)
  const id = toast(welcomeMessage({ isNew: false, isUnchecked: false }))
  expect(isWelcomedBack()).toBe(true)
  toastStore.close(id)
  expect(isWelcomedBack()).toBe(false)
})

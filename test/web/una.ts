// Una, who has just signed up: her identity and her account, for tests of screens.
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'

export const unaAccount = fakeAccount({
  id: 9,
  name: 'Una',
  profileCompleted: false,
  createdAt: '2026-11-21T18:00:00.000Z',
})
export const unaIdentity = fakeIdentity(unaAccount, { emailVerified: false })

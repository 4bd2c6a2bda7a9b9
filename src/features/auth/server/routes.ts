// The handlers of signing up, in and out, of registering, and of asking who one is.
import { addressKey } from '#server/client-address.ts'
import type { Context } from '#server/context.ts'
import { made, routes, type Routes } from '#server/http.ts'
import { refuse } from '#server/refusal.ts'
import { authCalls, identityCalls } from '../contract.ts'
import { accountOf } from '../rules.ts'
import { mailVerification, promote, verifyEmail } from './addresses.ts'
import type { IdentityProvider, Passwords, ProvenIdentity } from './identity.ts'
import { changePassword, mailReset, resetPassword } from './passwords.ts'
import { register } from './registration.ts'
import { enter, leave, leaveEverywhere } from './session.ts'

const attemptsPerMinute = { perMinute: 10, burst: 10 }
// So that nobody floods a mailbox: three in a quarter of an hour.
const resetsPerEmail = { perMinute: 3 / 15, burst: 3 }

/** The calls of accounts and sessions, with `identity` to prove who people are. */
export function authRoutes(identity: IdentityProvider): Routes[] {
  return [accountRoutes, identityRoutes(identity)]
}

const accountRoutes = routes(authCalls, {
  whoAmI: async ({ caller: { session } }) => {
    const { uid, email, name, emailVerified } = session
    return { uid, email, name, emailVerified }
  },
  signOut: async (context) => {
    await leave(context)
    return null
  },
  signOutEverywhere: async (context) => {
    await leaveEverywhere(context)
    return null
  },
  userByUid: async (context, { params }) => {
    context.ownOnly(params.uid === context.caller.session.uid)
    return ownAccount(context)
  },
  currentUser: async (context) => ownAccount(context),
  register: async (context, { body }) => {
    context.ownOnly(body.firebaseUid === context.caller.session.uid)
    const { name, referralCode = null } = body
    const { user, isNew } = await register(context, { name, referralCode })
    return isNew ? made(accountOf(user)) : accountOf(user)
  },
})

function ownAccount({ caller: { user } }: Context<'identity'>) {
  if (!user) throw refuse('user_not_registered')
  return accountOf(user)
}

function identityRoutes(identity: IdentityProvider): Routes {
  return routes(identityCalls, {
    signUpWithEmail: async (context, { body: { rememberMe, ...account } }) => {
      limitAttempts(context, 'sign-up', account.email)
      const proven = await identity.signUp(account)
      mailVerification(context, proven.uid)
      return admit(context, { identity: proven }, rememberMe)
    },
    signInWithEmail: async (context, { body: { rememberMe, ...credentials } }) => {
      limitAttempts(context, 'sign-in', credentials.email)
      return admit(context, await identity.signIn(credentials), rememberMe)
    },
    signOutOfProvider: async (context) => {
      await leave(context)
      return { success: true } as const
    },
    requestPasswordReset: async (context, { body: { email } }) => {
      passwordsOf(identity)
      context.limit(`reset ${email}`, resetsPerEmail)
      mailReset(context, email)
      return done
    },
    resetPassword: async (context, { body }) => {
      const proof = await resetPassword(context, passwordsOf(identity), body)
      await enter(context, { ...proof, provider: identity.name, remembered: false })
      return done
    },
    verifyEmail: async (context, { body: { token } }) => {
      const { email } = await verifyEmail(context, token)
      return { ...done, email }
    },
    sendVerificationEmail: async (context) => {
      mailVerification(context, context.caller.session.uid)
      return done
    },
    changePassword: async (context, { body }) => {
      await changePassword(context, passwordsOf(identity), { session: context.caller.session, ...body })
      return done
    },
  })

  async function admit(
    context: Context<'public'>,
    proof: { identity: ProvenIdentity; password?: string },
    rememberMe: boolean | undefined,
  ) {
    await enter(context, { ...proof, provider: identity.name, remembered: rememberMe ?? false })
    const { uid, email, name } = proof.identity
    await promote(context, proof.identity)
    return { user: { id: uid, email, name } }
  }
}

const done = { status: true } as const

/** Where another provider keeps the passwords, these calls are not there. */
function passwordsOf({ passwords }: IdentityProvider): Passwords {
  if (!passwords) throw refuse('not_found')
  return passwords
}

/** A guesser of one account's password is slowed down, without slowing the others behind the same address. */
function limitAttempts(context: Context<'public'>, what: string, email: string): void {
  context.limit(`${what} ${addressKey(context.caller.address)} ${email}`, attemptsPerMinute)
}

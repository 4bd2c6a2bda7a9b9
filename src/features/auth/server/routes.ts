// The handlers of signing up, in and out, of registering, and of asking who one is.
import type { Context } from '#server/context.ts'
import { routes, type Routes } from '#server/http.ts'
import { made } from '#server/http-answer.ts'
import { networkOf } from '#server/log.ts'
import { isRefusal, refuse } from '#server/refusal.ts'
import { authCalls, identityCalls } from '../contract.ts'
import { accountOf } from '../rules.ts'
import { mailVerification, promote, verifyEmail } from './addresses.ts'
import type { Accounts, IdentityProvider } from './identity.ts'
import { limitAccount, limitAttempts } from './limits.ts'
import { outsideRoutes } from './outside-routes.ts'
import { changePassword, mailReset, resetPassword } from './passwords.ts'
import { register } from './registration.ts'
import { byPassword, enter, leave, leaveEverywhere } from './session.ts'
import { isWeakPassword, weakPassword } from './weak-passwords.ts'

// So that nobody floods a mailbox: three in a quarter of an hour.
const resetsPerEmail = { perMinute: 3 / 15, burst: 3 }

/** The calls of accounts and sessions, with `identity` to prove who people are. */
export function authRoutes(identity: IdentityProvider): Routes[] {
  return [accountRoutes(identity), identityRoutes(identity), outsideRoutes(identity)]
}

function accountRoutes({ page: { provider } }: IdentityProvider): Routes {
  return routes(authCalls, {
    whoAmI: async ({ caller: { session } }) => {
      const { uid, email, name, emailVerified } = session
      return { uid, email, name, emailVerified, provider }
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
}

function ownAccount({ caller: { user } }: Context<'identity'>) {
  if (!user) throw refuse('user_not_registered')
  return accountOf(user)
}

function identityRoutes(identity: IdentityProvider): Routes {
  return routes(identityCalls, {
    signUpWithEmail: async (context, { body: { rememberMe, ...account } }) => {
      const { signUp } = accountsOf(identity)
      limitAttempts(context, 'sign-up', account.email)
      const { appName } = context.config
      if (isWeakPassword(account.password, { email: account.email, appName })) throw weakPassword('password')
      const proven = await signUp(account, context.caller.address)
      mailVerification(context, proven.uid)
      return admit(context, { identity: proven }, rememberMe)
    },
    signInWithEmail: async (context, { body: { rememberMe, ...credentials } }) => {
      const { signIn } = accountsOf(identity)
      limitAttempts(context, 'sign-in', credentials.email)
      await limitAccount(context, credentials.email)
      const proof = await signIn(credentials, context.caller.address).catch((error: unknown) => {
        noteFailure(context, error)
        throw error
      })
      return admit(context, byPassword(proof), rememberMe)
    },
    signOutOfProvider: async (context) => {
      await leave(context)
      return { success: true } as const
    },
    requestPasswordReset: async (context, { body: { email } }) => {
      accountsOf(identity)
      context.limit(`reset ${email}`, resetsPerEmail)
      mailReset(context, email)
      return done
    },
    resetPassword: async (context, { body }) => {
      const proof = await resetPassword(context, accountsOf(identity).passwords, {
        ...body,
        address: context.caller.address,
      })
      await enter(context, { ...byPassword(proof), provider, remembered: false })
      return done
    },
    verifyEmail: async (context, { body: { token } }) => {
      const { email } = await verifyEmail(context, token, context.caller.session?.id ?? null)
      return { ...done, email }
    },
    sendVerificationEmail: async (context) => {
      accountsOf(identity)
      const { session } = context.caller
      mailVerification(context, session.uid, session.id)
      return done
    },
    changePassword: async (context, { body }) => {
      const { passwords } = accountsOf(identity)
      const { session, address } = context.caller
      await changePassword(context, passwords, { session, address, ...body })
      return done
    },
  })
}

const done = { status: true } as const
const provider = 'builtin'

async function admit(
  context: Context<'public'>,
  proof: Pick<Parameters<typeof enter>[1], 'identity' | 'holds'>,
  rememberMe: boolean | undefined,
) {
  await enter(context, { ...proof, provider, remembered: rememberMe ?? false })
  const { uid, email, name } = proof.identity
  await promote(context, proof.identity)
  return { user: { id: uid, email, name } }
}

/** Who tried in vain is known by the network alone: the address that they typed may be anybody's. */
function noteFailure({ caller, log }: Context<'public'>, error: unknown): void {
  if (!isRefusal(error)) return
  const { code } = error.refusal.body
  log.warn(
    { event: 'sign-in-failed', code, network: networkOf(caller.address) },
    'Somebody could not sign in.',
  )
}

/** Where another provider keeps the accounts, these calls are not there. */
function accountsOf({ accounts }: IdentityProvider): Accounts {
  if (!accounts) throw refuse('not_found')
  return accounts
}

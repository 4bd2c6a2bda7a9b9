// Route handlers for sign-up, sign-in, sign-out, registration, and the current user.
import { authErrors } from '../errors.ts'
import { termsErrors } from '../terms-errors.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { networkForLog } from '#server/log.ts'
import { isAppError, appError } from '#server/app-error.ts'
import { authCalls, identityCalls } from '../contract.ts'
import { signUpCalls } from '../sign-up-contract.ts'
import { isConfiguredAdmin, toAccount } from '../rules.ts'
import { describeMailedLink, promoteConfiguredAdmin, verifyEmail } from './email-verification.ts'
import type { BuiltinAccounts, IdentityProvider } from './identity.ts'
import { limitAccountAttempts, limitSignInAttempts } from './sign-in-rate-limits.ts'
import { externalIdentityRoutes } from './external-identity/routes.ts'
import { changePassword, resetPassword } from './passwords.ts'
import { enqueueMail } from './queued-mails.ts'
import { register, type JoinHooks } from './registration.ts'
import {
  publishIdentityChanged,
  withPasswordCheck,
  signInCaller,
  signOutCaller,
  signOutCallerEverywhere,
} from './session.ts'
import { clearEmailCorrection } from './sql/users.ts'
import { isWeakPassword, weakPasswordError } from './weak-passwords.ts'

// Prevents flooding a mailbox: three mails per quarter of an hour.
const resetsPerEmail = { perMinute: 3 / 15, burst: 3 }

/** All auth routes; `identity` is the configured provider. */
export function authRoutes(identity: IdentityProvider, hooks: JoinHooks): Routes[] {
  return [
    accountRoutes(identity),
    signUpRoutes(identity, hooks),
    identityRoutes(identity),
    externalIdentityRoutes(identity),
  ]
}

function accountRoutes({ page: { provider } }: IdentityProvider): Routes {
  return defineRoutes(authCalls, {
    whoAmI: async ({ caller: { session } }) => {
      const { uid, email, name, emailVerified } = session
      return { uid, email, name, emailVerified, provider }
    },
    signOut: async (context) => {
      await signOutCaller(context)
      return null
    },
    // The response header does it.
    clearBrowserCache: async () => null,
    signOutEverywhere: async (context) => {
      await signOutCallerEverywhere(context)
      return null
    },
    userByUid: async (context, { params }) => {
      context.assertOwner(params.uid === context.caller.session.uid)
      return requireOwnAccount(context)
    },
    currentUser: async (context) => requireOwnAccount(context),
    readEmailCorrection: async (context, { body }) => {
      const { caller, community, database } = context
      const stored = await clearEmailCorrection(database.query, caller.user.id, body.correctedAt)
      await publishIdentityChanged(context, caller.session.uid)
      return toAccount(stored, community.settings())
    },
  })
}

function requireOwnAccount({ caller: { user }, community }: Context<'identity'>) {
  if (!user) throw appError(authErrors.user_not_registered)
  return toAccount(user, community.settings())
}

function signUpRoutes(identity: IdentityProvider, hooks: JoinHooks): Routes {
  return defineRoutes(signUpCalls, {
    register: async (context, { body }) => {
      context.assertOwner(body.firebaseUid === context.caller.session.uid)
      const { name, acceptedTerms = null } = body
      const { user, isNew } = await register(context, { name, codes: codesOf(body), acceptedTerms }, hooks)
      const account = toAccount(user, context.community.settings())
      return isNew ? created(account) : account
    },
    signUpWithEmail: async (context, { body }) => {
      const { rememberMe, acceptedTerms, inviteCode, referralCode, ...account } = body
      const { signUp } = requireBuiltinAccounts(identity)
      limitSignInAttempts(context, 'sign-up', account.email)
      await hooks.door.check({
        codes: codesOf({ inviteCode, referralCode }),
        // The registration requires that the address is verified.
        isConfiguredAdmin: isConfiguredAdmin(
          { email: account.email, emailVerified: true },
          context.config.adminEmails,
        ),
        now: new Date(context.clock.now()),
      })
      if (acceptedTerms !== undefined) await assertPresentTerms(context.community, acceptedTerms)
      const { name } = context.community.settings()
      if (isWeakPassword(account.password, { email: account.email, community: name }))
        throw weakPasswordError('password')
      const proven = await signUp(account, context.client)
      await enqueueMail(context, context.database.query, { type: 'verification', uid: proven.uid })
      return signInWithBuiltin(context, { identity: proven }, rememberMe)
    },
  })
}

interface JoinCodes {
  inviteCode?: string | null | undefined
  referralCode?: string | null | undefined
}

function codesOf({ inviteCode, referralCode }: JoinCodes): string[] {
  return [inviteCode, referralCode].filter((code) => typeof code === 'string')
}

/** Throws `terms_changed` for an older version of the terms. This node's copy may be the older one. */
async function assertPresentTerms({ settings, refresh }: Context['community'], version: number) {
  if (version === settings().termsVersion) return
  await refresh()
  if (version !== settings().termsVersion) throw appError(termsErrors.terms_changed)
}

function identityRoutes(identity: IdentityProvider): Routes {
  return defineRoutes(identityCalls, {
    signInWithEmail: async (context, { body: { rememberMe, ...credentials } }) => {
      const { signIn } = requireBuiltinAccounts(identity)
      limitSignInAttempts(context, 'sign-in', credentials.email)
      await limitAccountAttempts(context, credentials.email)
      const proof = await signIn(credentials, context.client).catch((error: unknown) => {
        logSignInFailure(context, error)
        throw error
      })
      return signInWithBuiltin(context, withPasswordCheck(proof), rememberMe)
    },
    signOutOfProvider: async (context) => {
      await signOutCaller(context)
      return { success: true } as const
    },
    requestPasswordReset: async (context, { body: { email } }) => {
      requireBuiltinAccounts(identity)
      context.enforceRateLimit(`reset ${email}`, resetsPerEmail)
      // Queued for any address, so that the response reveals nothing (AUTH-12).
      await enqueueMail(context, context.database.query, { type: 'password-reset', email })
      return statusOk
    },
    resetPassword: async (context, { body }) => {
      const proof = await resetPassword(context, requireBuiltinAccounts(identity).passwords, {
        ...body,
        client: context.client,
      })
      await signInCaller(context, { ...withPasswordCheck(proof), provider, remembered: false })
      return statusOk
    },
    describeMailedLink: async (context, { body: { token } }) =>
      describeMailedLink(context, token, context.caller.session),
    verifyEmail: async (context, { body: { token } }) => {
      const { email } = await verifyEmail(context, token, context.caller.session)
      return { ...statusOk, email }
    },
    sendVerificationEmail: async (context) => {
      requireBuiltinAccounts(identity)
      const { session } = context.caller
      const mail = { type: 'verification', uid: session.uid, sessionId: session.id } as const
      await enqueueMail(context, context.database.query, mail)
      return statusOk
    },
    changePassword: async (context, { body }) => {
      const { passwords } = requireBuiltinAccounts(identity)
      const { client, caller } = context
      await changePassword(context, passwords, { session: caller.session, client, ...body })
      return statusOk
    },
  })
}

const statusOk = { status: true } as const
const provider = 'builtin'

async function signInWithBuiltin(
  context: Context<'public'>,
  proof: Pick<Parameters<typeof signInCaller>[1], 'identity' | 'checkProof'>,
  rememberMe: boolean | undefined,
) {
  await signInCaller(context, { ...proof, provider, remembered: rememberMe ?? false })
  const { uid, email, name } = proof.identity
  await promoteConfiguredAdmin(context, proof.identity)
  return { user: { id: uid, email, name } }
}

/** Logs no account: the typed address may belong to anyone. Only the network address identifies the attempt. */
function logSignInFailure({ caller, log }: Context<'public'>, error: unknown): void {
  if (!isAppError(error)) return
  const { code } = error.errorResponse.body
  log.warn({ event: 'sign-in-failed', code, network: networkForLog(caller.address) }, 'Sign-in failed.')
}

/** Throws `not_found` if an external provider manages the accounts. */
function requireBuiltinAccounts({ accounts }: IdentityProvider): BuiltinAccounts {
  if (!accounts) throw appError('not_found')
  return accounts
}

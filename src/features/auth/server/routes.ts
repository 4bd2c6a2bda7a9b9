// Route handlers for sign-up, sign-in, sign-out, registration, and the current user.
import { isAppError, appError } from '#server/app-error.ts'
import { bannedError } from '#server/banned-error.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { networkForLog } from '#server/log.ts'
import { success } from '#shared/endpoint.ts'
import { authCalls, identityCalls } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { isAcceptableTerms, toAccount } from '../rules.ts'
import { signUpCalls } from '../sign-up-contract.ts'
import { termsErrors } from '../terms-errors.ts'
import { describeMailedLink, promoteConfiguredAdmin, verifyEmail } from './email-verification.ts'
import { externalIdentityRoutes } from './external-identity/routes.ts'
import type { BuiltinAccounts, IdentityProvider } from './identity.ts'
import { assertJoinLink, confirmByJoinLink } from './join-link.ts'
import { changePassword, resetPassword } from './passwords.ts'
import { enqueueMail } from './queued-mails.ts'
import { register, type JoiningRule, type JoinHooks, type Newcomer } from './registration.ts'
import {
  publishIdentityChanged,
  withPasswordCheck,
  signInCaller,
  signOutCaller,
  signOutCallerEverywhere,
} from './session.ts'
import { limitAccountAttempts, limitSignInAttempts } from './sign-in-rate-limits.ts'
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
      const { account, ban } = await clearEmailCorrection(database.query, caller.user.id, body.correctedAt)
      if (ban !== null) throw bannedError(ban)
      await publishIdentityChanged(context, caller.session.uid)
      return toAccount(account, community.settings())
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
      const { rememberMe, acceptedTerms, inviteCode, referralCode, joinToken, ...account } = body
      const { signUp } = requireBuiltinAccounts(identity)
      await limitSignInAttempts(context, 'sign-up', account.email)
      const isByLink = joinToken !== undefined
      if (isByLink) await assertJoinLink(context, joinToken, account.email)
      await checkJoining(context, hooks.joiningRule, {
        codes: codesOf({ inviteCode, referralCode }),
        isConfiguredAdmin: isByLink,
        email: account.email,
      })
      if (acceptedTerms !== undefined) await assertAcceptableTerms(context.community, acceptedTerms)
      const { name } = context.community.settings()
      if (isWeakPassword(account.password, { email: account.email, community: name }))
        throw weakPasswordError('password')
      const proven = await signUp(account, context.client)
      if (isByLink && (await confirmByJoinLink(context, joinToken, proven)))
        return signInWithBuiltin(context, { identity: { ...proven, emailVerified: true } }, rememberMe)
      await enqueueMail(context, context.database.query, { type: 'verification', uid: proven.uid })
      return signInWithBuiltin(context, { identity: proven }, rememberMe)
    },
  })
}

/**
 * Throws the errors of joining. Whether ADMIN_EMAILS contains the address is decided only when the queued mail is
 * composed: neither response nor work may show it (T87).
 */
async function checkJoining(
  context: Context<'public'>,
  joiningRule: JoiningRule,
  { email, ...newcomer }: Pick<Newcomer, 'codes' | 'isConfiguredAdmin'> & { email: string },
): Promise<void> {
  try {
    await joiningRule.check({ ...newcomer, now: new Date(context.clock.now()) })
  } catch (error) {
    if (isAppError(error) && context.config.adminEmails.length > 0)
      await enqueueMail(context, context.database.query, { type: 'join', email })
    throw error
  }
}

interface JoinCodes {
  inviteCode?: string | null | undefined
  referralCode?: string | null | undefined
}

function codesOf({ inviteCode, referralCode }: JoinCodes): string[] {
  return [inviteCode, referralCode].filter((code) => typeof code === 'string')
}

/** Throws `terms_changed` for terms from before the last material change. This node's copy may be the older one. */
async function assertAcceptableTerms({ settings, refresh }: Context['community'], version: number) {
  if (isAcceptableTerms(version, settings())) return
  await refresh()
  if (!isAcceptableTerms(version, settings())) throw appError(termsErrors.terms_changed)
}

function identityRoutes(identity: IdentityProvider): Routes {
  return defineRoutes(identityCalls, {
    signInWithEmail: async (context, { body: { rememberMe, ...credentials } }) => {
      const { signIn } = requireBuiltinAccounts(identity)
      await limitSignInAttempts(context, 'sign-in', credentials.email)
      await limitAccountAttempts(context, credentials.email)
      const proof = await signIn(credentials, context.client).catch((error: unknown) => {
        logSignInFailure(context, error)
        throw error
      })
      return signInWithBuiltin(context, withPasswordCheck(proof), rememberMe)
    },
    signOutOfProvider: async (context) => {
      await signOutCaller(context)
      return success
    },
    requestPasswordReset: async (context, { body: { email } }) => {
      requireBuiltinAccounts(identity)
      await context.enforceSharedRateLimit(`reset ${email}`, resetsPerEmail)
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

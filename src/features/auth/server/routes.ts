// The handlers of signing up, in and out, of registering, and of asking who one is.
import { addressKey } from '#server/client-address.ts'
import type { Context } from '#server/context.ts'
import { made, routes, type Routes } from '#server/http.ts'
import { refuse } from '#server/refusal.ts'
import { authCalls, identityCalls } from '../contract.ts'
import { accountOf } from '../rules.ts'
import type { IdentityProvider, ProvenIdentity } from './identity.ts'
import { enter, leave } from './session.ts'
import { findUser, insertMember } from './sql.ts'

const attemptsPerMinute = { perMinute: 10, burst: 10 }

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
  userByUid: async (context, { params }) => {
    context.ownOnly(params.uid === context.caller.session.uid)
    return ownAccount(context)
  },
  currentUser: async (context) => ownAccount(context),
  register: async (context, { body }) => {
    const { caller, clock, database } = context
    const { session, user, address } = caller
    context.ownOnly(body.firebaseUid === session.uid)
    if (user) return accountOf(user)
    const member = await insertMember(database.query, {
      firebaseUid: session.uid,
      email: session.email,
      name: body.name,
      lastLogin: new Date(clock.now()),
      lastLoginIp: address === '' ? null : address,
    })
    if (member) return made(accountOf(member))
    // The same person registered at the same moment from another page, or the address is another's.
    const existing = await findUser(database.query, session.uid)
    if (!existing) throw refuse('email_taken')
    return accountOf(existing)
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
      return admit(context, await identity.signUp(account), rememberMe)
    },
    signInWithEmail: async (context, { body: { rememberMe, ...credentials } }) => {
      limitAttempts(context, 'sign-in', credentials.email)
      return admit(context, await identity.signIn(credentials), rememberMe)
    },
    signOutOfProvider: async (context) => {
      await leave(context)
      return { success: true } as const
    },
  })

  async function admit(context: Context<'public'>, proven: ProvenIdentity, rememberMe: boolean | undefined) {
    await enter(context, { identity: proven, provider: identity.name, remembered: rememberMe ?? false })
    return { user: { id: proven.uid, email: proven.email, name: proven.name } }
  }
}

/** A guesser of one account's password is slowed down, without slowing the others behind the same address. */
function limitAttempts(context: Context<'public'>, what: string, email: string): void {
  context.limit(`${what} ${addressKey(context.caller.address)} ${email}`, attemptsPerMinute)
}

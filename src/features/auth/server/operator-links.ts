// Accounts and password links created in the operator's shell, for members without working email.
import { recordActivity } from '#features/activity/server/service.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { accountActivities } from '../activities.ts'
import { suggestDisplayName } from '../rules.ts'
import { mailedLinkPaths } from './account-mails.ts'
import { createMailedLink } from './mailed-links.ts'
import { insertAccountCreatedMail } from './queued-mails.ts'
import type { OnMemberCreated } from './registration.ts'
import { newSecret } from './secret-token.ts'
import {
  findEmailsInUse,
  importExternalUser,
  insertIdentityUser,
  isUniqueViolation,
  findIdentityUserByEmail,
  findIdentityUserByRecord,
} from './sql/identity-users.ts'
import { isEmailReserved } from './sql/mailed-links.ts'
import { findUser, insertUser } from './sql/users.ts'

interface Deps {
  database: Database
  clock: Pick<Clock, 'now'>
  config: Pick<Config, 'publicUrl'>
}

export interface PasswordLink {
  name: string
  /** The address that signs in. */
  email: string
  url: string
}

/**
 * Creates a reset link, equivalent to a mailed one, for an address (in lower case). The account signs in with it, or its
 * profile has it. Records an activity entry. Null if no account has the address.
 */
export async function createPasswordLink(
  { database, clock, config }: Deps,
  email: string,
): Promise<PasswordLink | null> {
  const now = new Date(clock.now())
  return database.transaction(async (tx) => {
    // Accounts from a period with Firebase as the provider that verified the address.
    await importExternalUser(tx, email, now)
    const account = (await findIdentityUserByEmail(tx, email)) ?? (await findIdentityUserByRecord(tx, email))
    const link = account && { purpose: 'reset' as const, uid: account.uid, email: account.email }
    const token = link && (await createMailedLink(tx, clock, link))
    if (!account || token === null) return null
    const targetId = (await findUser(tx, account.uid))?.id ?? null
    await recordActivity(tx, {
      ...shellActivity,
      kind: accountActivities['password-link'],
      targetId,
      createdAt: now,
    })
    return { name: account.name, email: account.email, url: config.publicUrl + mailedLinkPaths.reset(token) }
  })
}

/** An account that the operator created. */
interface CreatedMember {
  name: string
  /** The link to choose a password; null if a server mails it. */
  url: string | null
}

/**
 * Creates a member with a verified address (in lower case) and no password, and a link to choose one, valid for
 * `linkLifetimeMs`. With `isMailed` a server that runs beside the shell mails it. Records an activity entry. Null if the
 * address is taken or reserved.
 */
export async function createMember(
  { database, clock, config, onMemberCreated }: Deps & { onMemberCreated: OnMemberCreated },
  {
    email,
    name: requestedName,
    linkLifetimeMs: lifetimeMs,
    isMailed,
  }: { email: string; name: string | null; linkLifetimeMs: number; isMailed: boolean },
): Promise<CreatedMember | null> {
  const now = new Date(clock.now())
  const name = requestedName ?? suggestDisplayName('', email)
  const uid = newSecret()
  try {
    return await database.transaction(async (tx) => {
      if ((await findEmailsInUse(tx, [email])).size > 0) return null
      if (await isEmailReserved(tx, { email, uid, now })) return null
      if (!(await insertIdentityUser(tx, { uid, email, name, emailVerified: true }, now))) return null
      const userId = await insertUser(tx, {
        ...newMemberDefaults,
        name,
        email,
        firebaseUid: uid,
        createdAt: now,
      })
      await onMemberCreated(tx, { userId, referralCode: null, joinedFrom: null, termsVersion: 0, now })
      await recordActivity(tx, {
        ...shellActivity,
        kind: accountActivities.create,
        targetId: userId,
        createdAt: now,
      })
      if (isMailed) {
        await insertAccountCreatedMail(tx, { uid, lifetimeMs, now })
        return { name, url: null }
      }
      const token = await createMailedLink(tx, clock, { purpose: 'reset', uid, email, lifetimeMs })
      return token === null ? null : { name, url: config.publicUrl + mailedLinkPaths.reset(token) }
    })
  } catch (error) {
    // A concurrent transaction took the address.
    if (isUniqueViolation(error)) return null
    throw error
  }
}

const newMemberDefaults = {
  profilePicture: null,
  profileCompleted: false,
  isAdmin: false,
  isGardenAngel: false,
  // Asked for the terms on their first screen.
  termsVersion: 0,
}

const shellActivity = { actorId: null, after: { way: 'cli' } } as const

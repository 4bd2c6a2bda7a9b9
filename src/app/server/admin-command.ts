// npm run admin: administrators from the shell, and everybody signed out, in sentences.
import * as z from 'zod/mini'
import { endEverySession } from '#features/auth/server/end-sessions.ts'
import { setAdministrator } from '#features/users/server/administrators.ts'
import { administrators } from '#features/users/server/sql-administrators.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db.ts'
import { emailMaxChars } from '#shared/constants.ts'
import { emailSchema } from '#shared/text.ts'

/** Does `grant EMAIL`, `revoke EMAIL`, `list` or `end-sessions`; answers how it went. Throws a sentence when it can't be done. */
export async function adminCommand(
  database: Database,
  clock: Pick<Clock, 'now'>,
  words: readonly string[],
): Promise<string> {
  const [verb, email, ...rest] = words
  if (verb === 'list' && email === undefined) return listed(database)
  if (verb === 'end-sessions' && email === undefined) {
    return `${await endEverySession(database, clock)} sessions are ended. Everybody signs in anew.`
  }
  if ((verb !== 'grant' && verb !== 'revoke') || email === undefined || rest.length > 0) {
    throw new Error('Say grant EMAIL, revoke EMAIL, list or end-sessions.')
  }
  const parsed = z.safeParse(emailSchema(emailMaxChars), email)
  if (!parsed.success) throw new Error(`${email} is no email address.`)
  const outcome = await setAdministrator(database, clock, { email: parsed.data, isAdmin: verb === 'grant' })
  switch (outcome) {
    case 'granted':
      return `${email} is an administrator now.`
    case 'granted, nobody has proved the address':
      return `${email} is an administrator now. Nobody has proved that address yet: make sure that the account is theirs.`
    case 'is one already':
      return `${email} is an administrator already.`
    case 'revoked':
      return `${email} is no administrator any more.`
    case 'is none':
      return `${email} is no administrator.`
    case 'is the last one':
      throw new Error(`${email} is the only administrator: make somebody else one first.`)
    case 'is banned':
      throw new Error(`${email} is banned: lift the ban first.`)
    case 'unknown':
      throw new Error(
        `Nobody here has the address ${email}. They register first; or name it in ADMIN_EMAILS, which waits for them.`,
      )
  }
}

async function listed({ query }: Database): Promise<string> {
  const lines = (await administrators(query)).map(
    ({ name, email, profileCompleted }) =>
      `${email ?? '(no address)'}  ${name}${profileCompleted ? '' : '  (profile not finished)'}`,
  )
  return lines.length === 0 ? 'There is no administrator.' : lines.join('\n')
}

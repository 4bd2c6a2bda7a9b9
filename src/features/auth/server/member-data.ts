// Member data of the sign-in.
import type { MemberData } from '#server/member-data.ts'
import { exportedSignInSchema } from '../exported.ts'
import { listExternalIdentities } from './sql/external-identities.ts'
import { findCredentials } from './sql/identity-users.ts'
import { listMailedLinks } from './sql/mailed-links.ts'
import { listSignIns } from './sql/sessions.ts'

export const signInMemberData: MemberData = {
  exported: {
    name: 'signIn',
    schema: exportedSignInSchema,
    read: async (tx, { uid }, rowsMax) => ({
      credentials: await findCredentials(tx, uid),
      provedElsewhere: await listExternalIdentities(tx, uid),
      mailedLinks: await listMailedLinks(tx, uid),
      sessions: await listSignIns(tx, uid, rowsMax),
    }),
  },
}

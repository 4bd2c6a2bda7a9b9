// Member data of the sign-in.
import type { MemberData } from '#server/member-data.ts'
import { exportedSignInSchema } from '../exported.ts'
import { exportSignInData } from './service.ts'

export const signInMemberData: MemberData = {
  exported: {
    name: 'signIn',
    schema: exportedSignInSchema,
    read: (tx, { uid }, rowsMax) => exportSignInData(tx, uid, rowsMax),
  },
}

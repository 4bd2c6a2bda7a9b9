// Member data of lists: time that the community offers to a member's confirmed address, and who joined by a list.
import * as z from 'zod/mini'
import type { MemberData } from '#server/member-data.ts'
import { daySchema } from '#shared/day-schema.ts'
import { clearBatchMaker } from './sql/batches.ts'
import { deleteOfferedTimeOfEmails, exportOfferedTime } from './sql/offered-time.ts'
import { clearJoinedMember } from './sql/recipients.ts'

export const inviteBatchesMemberData: MemberData = {
  exported: {
    name: 'offeredTime',
    schema: z.object({ sits: z.array(z.object({ date: daySchema, minutes: z.int() })) }),
    read: async (tx, { id }, rowsMax) => ({ sits: await exportOfferedTime(tx, id, rowsMax) }),
  },
  erase: async (tx, userId, confirmedEmail) => {
    if (confirmedEmail !== null) await deleteOfferedTimeOfEmails(tx, [confirmedEmail])
    await clearJoinedMember(tx, userId)
    await clearBatchMaker(tx, userId)
  },
}

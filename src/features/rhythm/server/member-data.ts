// Member data of the rhythm: what the member chose. The days are those of their visits.
import type { MemberData } from '#server/member-data.ts'
import { exportedRhythmSchema } from '../exported.ts'
import { eraseRhythmChoices, findRhythmChoices } from './sql.ts'

export const rhythmMemberData: MemberData = {
  exported: {
    name: 'rhythm',
    schema: exportedRhythmSchema,
    read: async (tx, { id }) => ({ choices: await findRhythmChoices(tx, id) }),
  },
  erase: eraseRhythmChoices,
}

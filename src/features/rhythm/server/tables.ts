// Member data of the rhythm: what the member chose. The days are those of their visits.
import { memberTable } from '#server/member-table.ts'
import { rhythmChoicesSchema } from '../contract.ts'
import { nothingChosen } from './sql.ts'

export const rhythmTable = memberTable('rhythm_choices', {
  owner: 'userId',
  export: { at: 'rhythm.choices', row: rhythmChoicesSchema, order: { none: nothingChosen } },
})

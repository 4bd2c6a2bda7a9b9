// Member data of the levels.
import type { MemberData } from '#server/member-data.ts'
import { exportedEnergySchema } from '../exported.ts'
import { eraseEntries, exportEnergyData } from './service.ts'

export const energyMemberData: MemberData = {
  exported: {
    name: 'energy',
    schema: exportedEnergySchema,
    read: (tx, { id }, rowsMax) => exportEnergyData(tx, id, rowsMax),
  },
  erase: eraseEntries,
}

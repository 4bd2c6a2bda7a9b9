// Member data of web push: the devices.
import type { MemberData } from '#server/member-data.ts'
import { exportedPushSchema } from '../exported.ts'
import { deletePushDevicesOf, exportPushDevices } from './sql.ts'

export const pushMemberData: MemberData = {
  exported: {
    name: 'push',
    schema: exportedPushSchema,
    read: async (tx, { id }, rowsMax) => ({ devices: await exportPushDevices(tx, id, rowsMax) }),
  },
  erase: deletePushDevicesOf,
}

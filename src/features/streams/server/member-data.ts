// Member data of streams: who speaks now. No picture and no voice is kept, so there is nothing to export.
import type { MemberData } from '#server/member-data.ts'
import { stopStreamsOf } from './sql.ts'

export const streamsMemberData: MemberData = { erase: stopStreamsOf }

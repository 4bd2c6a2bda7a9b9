// Where a schedule meets: its row, and the copies of its sittings.
import { saveMeetingsOfSchedule } from '#features/sittings/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { updateMeetingOfSchedule } from './sql.ts'

/** Gives a schedule, and its sittings that aren't over, another place to meet; null for its template's. */
export async function saveMeetingOfSchedule(
  tx: Executor,
  id: number,
  options: { meetingUrl: string | null; nowMs: number },
): Promise<void> {
  await updateMeetingOfSchedule(tx, id, options)
  await saveMeetingsOfSchedule(tx, options, id)
}

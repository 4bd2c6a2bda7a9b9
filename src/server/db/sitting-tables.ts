// The table types of what belongs to a sitting.
import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'

interface ReflectionOptIns {
  userId: number
  isOptedIn: boolean
}

interface CareChoices {
  userId: number
  isOffered: Generated<boolean>
  shownAt: NullableTimestamp
}

interface Sittings {
  id: Generated<number>
  roomDay: string
  scheduleId: number | null
  templateId: number
  scheduledAt: NullableTimestamp
  videoUrl: string
  audioUrl: string | null
  mediaSeconds: number
  keepsTempo: boolean
  doorsAt: Timestamp
  gatherAt: Timestamp
  startsAt: Timestamp
  videoAt: Timestamp
  sharingAt: Timestamp
  endsAt: Timestamp
  cancelledAt: NullableTimestamp
  cancelNote: string | null
  version: Generated<number>
  createdAt: Timestamp
}

interface SittingReflections {
  sittingId: number
  pairs: number | null
  changeTenths: number | null
}

interface HelpRequests {
  id: Generated<number>
  sittingId: number
  userId: number
  kind: 'technical' | 'care'
  details: ColumnType<unknown, string | null, string | null>
  createdAt: Timestamp
  takenBy: number | null
  /** When the moderator who has it last acted. */
  takenAt: NullableTimestamp
  askedAt: ColumnType<string, Date | undefined, Date>
  closedAt: NullableTimestamp
}

interface HelpMessages {
  id: Generated<number>
  requestId: number
  isReply: boolean
  text: string
  createdAt: Timestamp
}

interface SittingThanks {
  sittingId: number
  userId: number
  sentAt: Timestamp
}

export interface SittingTables {
  care_choices: CareChoices
  reflection_opt_ins: ReflectionOptIns
  help_requests: HelpRequests
  help_messages: HelpMessages
  sitting_reflections: SittingReflections
  sittings: Sittings
  sitting_thanks: SittingThanks
}

// The table types for Kysely; migrations/ describes the columns.
import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'
import type { IdentityTables } from './identity-tables.ts'
import type { SittingTables } from './sitting-tables.ts'

interface Users {
  id: Generated<number>
  name: string
  email: string | null
  pendingEmail: Generated<string | null>
  firebaseUid: string | null
  profilePicture: string | null
  isAdmin: Generated<boolean>
  isAdminDecided: Generated<boolean>
  isGardenAngel: Generated<boolean>
  isBanned: Generated<boolean>
  bannedAt: NullableTimestamp
  bannedReason: string | null
  bannedBy: Generated<number | null>
  lastLoginIp: string | null
  lastLogin: NullableTimestamp
  profileCompleted: Generated<boolean>
  isUnlisted: Generated<boolean>
  quantumLovePoints: Generated<number>
  createdAt: Timestamp
  deletedAt: NullableTimestamp
}

interface MediaFiles {
  sha256: string
  content: Buffer
  createdAt: Timestamp
}

interface ProfilePictures {
  id: Generated<number>
  name: string
  mediaSha256: string
  imageData: string
  isActive: Generated<boolean>
  createdAt: Timestamp
  updatedAt: Timestamp
  version: Generated<number>
}

export interface SessionStep {
  number: number
  title: string
  description: string
}

interface MeditationTemplates {
  id: Generated<number>
  title: string
  description: string
  duration: number
  difficulty: Generated<'Beginner' | 'Intermediate' | 'Advanced'>
  videoUrl: string
  thumbnailUrl: string | null
  captionsUrl: string | null
  instructor: string
  instructorTitle: string
  sessionSteps: ColumnType<SessionStep[], string, string>
  createdAt: Timestamp
  version: Generated<number>
  archivedAt: NullableTimestamp
  mediaSeconds: number | null
  keepsTempo: Generated<boolean>
  audioUrl: string | null
}

interface Schedules {
  id: Generated<number>
  date: string
  templateId: number
  scheduledTime: Generated<string>
  isActive: Generated<boolean>
  repeatWeeks: Generated<number>
  repeatCount: Generated<number>
  createdAt: Timestamp
  version: Generated<number>
  together: Generated<boolean>
  doorsMinutes: Generated<number>
  gatherSeconds: Generated<number>
  bellSeconds: Generated<number>
  silenceMinutes: Generated<number>
  sharingMinutes: Generated<number>
  slot: Generated<number>
  timeZone: string | null
  dayShift: Generated<number>
}

interface MeditationSessions {
  id: Generated<number>
  userId: number
  sessionDate: string
  startTime: Timestamp
  endTime: Timestamp
  duration: Generated<number>
  templateId: number
  completed: Generated<boolean>
  isOpen: Generated<boolean>
  createdAt: Timestamp
  isSample: Generated<boolean>
}

interface MeditationClocks {
  userId: number
  lastCreditAt: Timestamp
  lastCallAt: Timestamp
  openPages: Generated<number>
}

interface ChatMessages {
  id: Generated<number>
  userId: number
  message: string
  timestamp: Timestamp
  sessionDate: string
  clientMessageId: string | null
  deletedAt: NullableTimestamp
  deletedBy: Generated<number | null>
}

interface MessageLikes {
  id: Generated<number>
  messageId: number
  userId: number
  createdAt: Timestamp
}

interface MoodEntries {
  id: Generated<number>
  userId: number
  sessionDate: string
  emotionLevel: number
  moodType: 'pre' | 'post'
  notes: null
  comment: string | null
  createdAt: Timestamp
  isSample: Generated<boolean>
  sittingId: number | null
  reflectionOptIn: Generated<boolean>
}

interface TimeAdjustments {
  id: Generated<number>
  userId: number
  minutes: number
  adjustedBy: number
  createdAt: Timestamp
}

/** Search and sort keys of members; triggers maintain them and their times. */
interface MemberKeys {
  userId: number
  name: string
  words: string
  referrer: string | null
  referralCount: number
}

interface MemberTimes {
  userId: number
  seconds: number
  adjusted: number
  minutes: number
}

interface IpBans {
  id: Generated<number>
  /** A network as text: '203.0.113.7/32'. */
  ipAddress: string
  reason: string
  bannedAt: Timestamp
  bannedBy: number
  expiresAt: NullableTimestamp
  isActive: Generated<boolean>
}

type JsonDetails = ColumnType<Record<string, unknown> | null, string | null, null>

interface Activities {
  id: Generated<number>
  /** Null for actions of the operator. */
  actorId: number | null
  action: string
  targetType: string
  targetId: number | null
  label: string | null
  before: JsonDetails
  after: JsonDetails
  createdAt: Timestamp
}

/** Queued mails, deletions at Firebase, and scheduled jobs. */
interface Jobs {
  id: Generated<number>
  kind: string
  key: string
  payload: ColumnType<unknown, string, never>
  attempts: Generated<number>
  createdAt: Timestamp
  dueAt: Timestamp
  startedAt: NullableTimestamp
  lockedUntil: NullableTimestamp
}

/** One row. */
interface CommunitySettings {
  severalADay: Generated<boolean>
  isOnlyRow: Generated<true>
  version: Generated<number>
  reflectionPairsMin: Generated<number>
  careText: Generated<string>
  careResources: ColumnType<CareResourceRow[], string | undefined, string>
}

interface CommunityZones {
  /** The first day of an era. */
  fromDay: string
  zone: string
}

interface CareResourceRow {
  name: string
  contact: string
  where: string
}

interface Seeds {
  name: string
  appliedAt: Timestamp
}

interface Migrations {
  name: string
  sha256: string
  appliedAt: Timestamp
}

export interface Tables extends IdentityTables, SittingTables {
  users: Users
  sessions: Sessions
  session_changes: SessionChanges
  media_files: MediaFiles
  profile_pictures: ProfilePictures
  meditation_templates: MeditationTemplates
  schedules: Schedules
  meditation_sessions: MeditationSessions
  meditation_clocks: MeditationClocks
  chat_messages: ChatMessages
  message_likes: MessageLikes
  mood_entries: MoodEntries
  referral_codes: ReferralCodes
  referrals: Referrals
  quantum_love_transactions: QuantumLoveTransactions
  time_adjustments: TimeAdjustments
  member_keys: MemberKeys
  member_times: MemberTimes
  ip_bans: IpBans
  activities: Activities
  community_settings: CommunitySettings
  community_zones: CommunityZones
  first_admin_links: FirstAdminLinks
  idempotency_keys: IdempotencyKeys
  jobs: Jobs
  seeds: Seeds
  migrations: Migrations
}

export interface FirstAdminLinks {
  tokenHash: Buffer
  createdAt: Timestamp
  expiresAt: Timestamp
}

export interface IdempotencyKeys {
  userId: number
  call: string
  key: string
  inputHash: Buffer
  response: ColumnType<unknown, string | null | undefined, string | null>
  createdAt: Timestamp
}

export interface Sessions {
  id: Generated<number>
  tokenHash: Buffer
  provider: string
  uid: string
  email: string
  name: string
  emailVerified: boolean
  remembered: boolean
  createdAt: Timestamp
  lastUsedAt: Timestamp
  expiresAt: Timestamp
  ip: string | null
  revokedAt: NullableTimestamp
  revokedBy: 'sign-out' | 'ban' | 'deletion' | 'password' | null
}

/** Written by triggers. */
export interface SessionChanges {
  /** A 64-bit number as text. */
  xid: string
  what: 'session' | 'user' | 'swept'
  id: number
}

export interface ReferralCodes {
  code: string
  userId: number
  createdAt: Timestamp
}

export interface Referrals {
  id: Generated<number>
  referrerId: number
  referredId: number
  referralCode: string
  status: Generated<'pending' | 'completed' | 'superseded' | 'void'>
  rewardGiven: Generated<boolean>
  joinedFrom: string | null
  createdAt: Timestamp
  completedAt: NullableTimestamp
}

export interface QuantumLoveTransactions {
  id: Generated<number>
  userId: number
  amount: number
  type: 'join' | 'first-session' | 'reward' | 'reversal'
  description: string
  referralId: number
  eventKey: string
  createdAt: Timestamp
}

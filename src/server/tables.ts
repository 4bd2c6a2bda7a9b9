// The tables as Kysely sees them; the columns are described in migrations/.
import type { ColumnType, Generated } from 'kysely'

/** A moment: read as an ISO timestamp, written as one or as a Date. */
type Moment = ColumnType<string, Date | string, Date | string>
type MomentOrNull = ColumnType<string | null, Date | string | null | undefined, Date | string | null>

interface Users {
  id: Generated<number>
  name: string
  email: string | null
  pendingEmail: Generated<string | null>
  firebaseUid: string | null
  profilePicture: string | null
  isAdmin: Generated<boolean>
  isGardenAngel: Generated<boolean>
  isBanned: Generated<boolean>
  bannedAt: MomentOrNull
  bannedReason: string | null
  bannedBy: Generated<number | null>
  lastLoginIp: string | null
  lastLogin: MomentOrNull
  profileCompleted: Generated<boolean>
  quantumLovePoints: Generated<number>
  createdAt: Moment
  deletedAt: MomentOrNull
}

interface Sessions {
  id: Generated<number>
  tokenHash: Buffer
  provider: string
  uid: string
  email: string
  name: string
  emailVerified: boolean
  remembered: boolean
  createdAt: Moment
  lastUsedAt: Moment
  expiresAt: Moment
  ip: string | null
  revokedAt: MomentOrNull
  revokedBy: 'sign-out' | 'ban' | 'deletion' | 'password' | null
}

interface IdentityUsers {
  id: string
  name: string
  email: string
  emailVerified: boolean
  updatedAt: Moment
}

interface IdentityAccounts {
  id: string
  userId: string
  providerId: string
  password: string | null
  updatedAt: Moment
}

interface IdentitySessions {
  id: string
  token: string
}

interface MailedLinks {
  tokenHash: Buffer
  purpose: 'reset' | 'verify'
  uid: string
  email: string
  createdAt: Moment
  expiresAt: Moment
}

interface MediaFiles {
  sha256: string
  content: Buffer
  createdAt: Moment
}

interface ProfilePictures {
  id: Generated<number>
  name: string
  mediaSha256: string
  imageData: string
  isActive: Generated<boolean>
  createdAt: Moment
  updatedAt: Moment
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
  createdAt: Moment
  version: Generated<number>
}

interface Schedules {
  id: Generated<number>
  date: string
  templateId: number
  scheduledTime: Generated<string>
  isActive: Generated<boolean>
  repeatWeeks: Generated<number>
  repeatCount: Generated<number>
  createdAt: Moment
  version: Generated<number>
}

interface MeditationSessions {
  id: Generated<number>
  userId: number
  sessionDate: string
  startTime: Moment
  endTime: Moment
  duration: Generated<number>
  templateId: number
  completed: Generated<boolean>
  isOpen: Generated<boolean>
  createdAt: Moment
  isSample: Generated<boolean>
}

interface MeditationClocks {
  userId: number
  lastCreditAt: Moment
  lastCallAt: Moment
  openVisits: Generated<number>
}

interface ChatMessages {
  id: Generated<number>
  userId: number
  message: string
  timestamp: Moment
  sessionDate: string
  clientMessageId: string | null
  deletedAt: MomentOrNull
  deletedBy: Generated<number | null>
}

interface MessageLikes {
  id: Generated<number>
  messageId: number
  userId: number
  createdAt: Moment
}

interface MoodEntries {
  id: Generated<number>
  userId: number
  sessionDate: string
  emotionLevel: number
  moodType: 'pre' | 'post'
  notes: null
  comment: string | null
  createdAt: Moment
  isSample: Generated<boolean>
}

interface ReferralCodes {
  code: string
  userId: number
  createdAt: Moment
}

interface Referrals {
  id: Generated<number>
  referrerId: number
  referredId: number
  referralCode: string
  status: Generated<'pending' | 'completed' | 'superseded' | 'void'>
  rewardGiven: Generated<boolean>
  joinedFrom: string | null
  createdAt: Moment
  completedAt: MomentOrNull
}

interface QuantumLoveTransactions {
  id: Generated<number>
  userId: number
  amount: number
  type: 'join' | 'first-session' | 'reward' | 'reversal'
  description: string
  referralId: number
  eventKey: string
  createdAt: Moment
}

interface IdempotencyKeys {
  userId: number
  call: string
  key: string
  inputHash: Buffer
  answer: ColumnType<unknown, string | null | undefined, string | null>
  createdAt: Moment
}

interface Seeds {
  name: string
  appliedAt: Moment
}

interface Migrations {
  name: string
  sha256: string
  appliedAt: Moment
}

export interface Tables {
  users: Users
  sessions: Sessions
  identity_users: IdentityUsers
  identity_accounts: IdentityAccounts
  identity_sessions: IdentitySessions
  mailed_links: MailedLinks
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
  idempotency_keys: IdempotencyKeys
  seeds: Seeds
  migrations: Migrations
}

// The tables of codes, referrals and points; the columns are described in migrations/.
import type { Generated } from 'kysely'
import type { Timestamp, NullableTimestamp } from './tables-columns.ts'

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

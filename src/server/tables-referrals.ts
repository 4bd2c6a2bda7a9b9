// Table types of referral codes, referrals and points; migrations/ describes the columns.
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

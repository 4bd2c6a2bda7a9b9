// The community's days in a component, which renders again when the zone changes.
import { useSyncExternalStore } from 'react'
import type { CommunityDays } from '#shared/day.ts'
import { onDaysChange, pageDays } from './community-days.ts'

export function useCommunityDays(): CommunityDays {
  return useSyncExternalStore(onDaysChange, pageDays)
}

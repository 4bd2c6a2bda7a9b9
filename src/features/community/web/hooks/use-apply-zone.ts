// A saved zone on this page: its days, and all reads, whose dates and moments may be others now.
import { useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { setZoneEras } from '#web/community-days.ts'
import type { zoneAdminCalls } from '../../contract.ts'

export type SavedZone = ResponseOf<typeof zoneAdminCalls.saveZone>

export function useApplyZone(): (saved: SavedZone) => void {
  const client = useQueryClient()
  return ({ zones }) => {
    setZoneEras(zones)
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'api' })
  }
}

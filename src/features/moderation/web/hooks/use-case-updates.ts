// How a page keeps up with cases: all reads of them are refetched when they have changed.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onMemberMessage } from '#web/live/member-messages.ts'
import type { ModerationServerMessage } from '../../live-messages.ts'

/** Their number, the lists and the open case. */
export function refetchCases(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['api', 'moderation', 'cases'] })
}

/** Reads cases again when they have changed. The bar does, on every screen: a second one would read twice. */
export function useCaseUpdates(): void {
  const client = useQueryClient()
  useEffect(
    () => onMemberMessage<ModerationServerMessage>('cases-updated', () => refetchCases(client)),
    [client],
  )
}

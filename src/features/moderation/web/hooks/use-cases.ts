// The cases that the page reads, and how it keeps up with them.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onMemberConnection, onMemberMessage } from '#web/live/member-messages.ts'
import { useCall } from '#web/use-call.ts'
import { casesCalls } from '../../cases-contract.ts'
import { moderationServerMessages } from '../../live-messages.ts'

/** The bar counts them, too. */
export function useOpenCases() {
  return useCall(casesCalls.cases, { query: { state: 'open' } }, { refetchOnFocus: true })
}

export function useDecidedCases() {
  return useCall(casesCalls.cases, { query: { state: 'decided' } }, { uncached: true, refetchOnFocus: true })
}

export function useCase(id: number) {
  return useCall(
    casesCalls.caseById,
    { params: { id: String(id) } },
    { uncached: true, refetchOnFocus: true },
  )
}

/** The lists and the open case. */
export function refetchCases(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['api', 'moderation', 'cases'] })
}

/** Reads cases again when they have changed. The bar does, on every screen: a second one would read twice. */
export function useCaseUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    const stops = [
      onMemberMessage(moderationServerMessages, ({ type }) => {
        if (type === 'cases-updated') refetchCases(client)
      }),
      // Outside of a room the socket opens a while after the page, and any may be lost.
      onMemberConnection(() => refetchCases(client)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}

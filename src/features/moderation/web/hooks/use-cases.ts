// The cases that the page reads, and what administrators see of them.
import { useCall } from '#web/use-call.ts'
import { casesCalls, oversightCalls } from '../../cases-contract.ts'

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

/** Reloads on every opening. */
export function useOversight() {
  return useCall(oversightCalls.oversight, {}, { uncached: true, refetchOnFocus: true })
}

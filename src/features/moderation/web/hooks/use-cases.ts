// The cases that the page reads.
import { useCall } from '#web/use-call.ts'
import { casesCalls } from '../../cases-contract.ts'

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

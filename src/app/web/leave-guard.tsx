// Asks before a screen is left with input that no draft has.
import { useBlocker } from '@tanstack/react-router'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { hasUnsavedInput } from '#web/unsaved-input.ts'

/** The end of a session asks nothing: its screens are gone. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => next.pathname !== '/auth' && hasUnsavedInput(),
    // The input itself asks.
    enableBeforeUnload: false,
    withResolver: true,
  })
  return <LeaveQuestion open={status === 'blocked'} onLeave={() => proceed?.()} onStay={() => reset?.()} />
}

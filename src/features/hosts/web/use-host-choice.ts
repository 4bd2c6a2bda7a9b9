// Taking a sitting and giving it back; the lists that show hosts are read again, also when someone else was first.
import { schedulesCalls } from '#features/schedules/contract.ts'
import { t } from '#shared/i18n/t.ts'
import { dailyMeditationPath } from '#shared/paths.ts'
import { objectionOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { useCallMutation } from '#web/use-call.ts'
import { hostsCalls } from '../contract.ts'

/** Of every change of a host. */
export const hostInvalidations = {
  refetch: [hostsCalls.heldSittings, schedulesCalls.schedules, hostsCalls.freedSittings],
  evict: [{ path: dailyMeditationPath }],
}

export type HostScope = 'one' | 'from'

/** For the caller themselves; null while it isn't known who they are. */
export function useHostChoice(ownId: number | null) {
  const set = useCallMutation(hostsCalls.setHost, {
    ...hostInvalidations,
    onSuccess: ({ schedules }) =>
      toast({
        title: t('{count, plural, one {You hold this sitting} other {You hold # sittings}}', {
          count: Math.max(1, schedules),
        }),
      }),
  })
  const remove = useCallMutation(hostsCalls.removeHost, {
    ...hostInvalidations,
    onSuccess: () => toast({ title: t('It needs a host again') }),
  })
  const isBusy = set.isPending || remove.isPending
  const failure = set.error ?? remove.error
  return {
    isBusy,
    /** Why the last one didn't work; null if it did. */
    failure: failure && objectionOf(failure, t('That didn’t work. Please try again.')),
    take: (scheduleId: number, scope: HostScope = 'one') => {
      if (isBusy || ownId === null) return
      remove.reset()
      set.mutate({ params: { scheduleId: String(scheduleId) }, body: { hostId: ownId, scope } })
    },
    giveBack: (scheduleId: number, scope: HostScope = 'one') => {
      if (isBusy) return
      set.reset()
      remove.mutate({ params: { scheduleId: String(scheduleId) }, query: { scope } })
    },
  }
}

// The choice to be unlisted, from the doors on (TRUST-01), explained in a member's first two sittings (TRUST-04).
import { useEffect, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useSession } from '#features/auth/web/use-user.ts'
import { meditationCalls } from '#features/meditation/contract.ts'
import { UnlistedAtSeat } from '#features/profile/web/unlisted-choice.tsx'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { useCall } from '#web/use-call.ts'

export function UnlistedChoice({ member }: { member: Account }) {
  const session = useSession()
  const isNewcomer = useNewcomer()
  return (
    <UnlistedAtSeat isUnlisted={member.isUnlisted} onSaved={session.updateUser} isNewcomer={isNewcomer} />
  )
}

const newcomerSittings = 2
const draftName = 'sat-twice'

/** Whether the member has completed fewer than two sittings. Stops asking the server once they have two. */
function useNewcomer(): boolean {
  const [isKnown] = useState(() => readDraft(draftName) !== null)
  const { data } = useCall(meditationCalls.completedCount, {}, { enabled: !isKnown, uncached: true })
  const satTwice = data !== undefined && data.count >= newcomerSittings
  useEffect(() => {
    if (satTwice) writeDraft(draftName, 'done')
  }, [satTwice])
  return data !== undefined && !satTwice
}

// /hosting: the sittings that look for a host, those that the member holds, and the templates that they propose.
import { useRef, useState } from 'react'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { hallTime } from '#features/halls/rules.ts'
import type { HeldSitting } from '#features/hosts/contract.ts'
import { HeldSittings, labelOf } from '#features/hosts/web/held-sittings.tsx'
import { hostInvalidations } from '#features/hosts/web/use-host-choice.ts'
import { isHeldNow } from '#features/sittings/rules.ts'
import { CommunityBellButton } from '#features/sittings/web/components/bell-choice.tsx'
import { SittingMenuButton } from '#features/sittings/web/components/sitting-menu-button.tsx'
import { useSittingsAround } from '#features/sittings/web/hooks/use-timeline-now.ts'
import { OwnProposals } from '#features/templates/web/proposals/own-proposals.tsx'
import { t } from '#shared/i18n/t.ts'
import { pageToday } from '#web/community-days.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { usePageTitle } from '#web/page-title.ts'
import { serverNow } from '#web/server-clock.ts'
import { isModerator } from '../nav-links.tsx'

const HallDialog = lazyPart(async () => (await import('#features/halls/web/hall-dialog.tsx')).HallDialog)

const title = t('Hold a sitting')

/** Whether the powers of its host are in force: one that is over isn't in the list. */
function isTheTime({ date, doorsAt }: HeldSitting): boolean {
  if (doorsAt === null) return date === pageToday()
  return isHeldNow({ doorsAt, endsAt: Number.POSITIVE_INFINITY }, serverNow())
}

/** Requires the mark of who may hold sittings, or a role that moderates. */
export function HostingScreen() {
  usePageTitle(title)
  const { user } = useUser()
  if (!user) return null
  return (
    <>
      <HeldSittings
        title={title}
        ownId={user.id}
        renderActions={(held) => isTheTime(held) && <HostMenu held={held} isModerator={isModerator(user)} />}
      />
      <div className="mx-auto w-full max-w-240 px-4 pb-8 md:px-8 md:pb-12">
        <OwnProposals memberName={user.name} listenButton={<CommunityBellButton />} />
      </div>
    </>
  )
}

/** What its host can do with a sitting now, and its halls. */
function HostMenu({ held, isModerator: mayHostAll }: { held: HeldSitting; isModerator: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const [hallOf, setHallOf] = useState<number | null>(null)
  const { data: around = [] } = useSittingsAround(true)
  const nowMs = serverNow()
  const sitting = around.find(
    (each) => each.scheduleId === held.scheduleId && hallTime(each, nowMs) === 'open',
  )
  return (
    <>
      <SittingMenuButton
        isWide
        label={t('Host: {sitting}', { sitting: labelOf(held) })}
        scheduleId={held.scheduleId}
        day={held.date}
        own={null}
        scheduledAt={null}
        isModerator={mayHostAll}
        invalidations={hostInvalidations}
        choices={sitting ? [{ label: t('A hall…'), onSelect: () => setHallOf(sitting.id) }] : []}
        button={button}
      />
      {hallOf !== null && (
        <HallDialog sittingId={hallOf} onClose={() => setHallOf(null)} returnFocusTo={button} />
      )}
    </>
  )
}

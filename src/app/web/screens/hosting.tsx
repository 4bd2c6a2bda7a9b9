// /hosting: the sittings that look for a host, those that the member holds, and the templates that they propose.
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import type { HeldSitting } from '#features/hosts/contract.ts'
import { HeldSittings, labelOf } from '#features/hosts/web/held-sittings.tsx'
import { hostInvalidations } from '#features/hosts/web/use-host-choice.ts'
import { isHeldNow } from '#features/sittings/rules.ts'
import { CommunityBellButton } from '#features/sittings/web/components/bell-choice.tsx'
import { OwnProposals } from '#features/templates/web/proposals/own-proposals.tsx'
import { t } from '#shared/i18n/t.ts'
import { deskPath } from '#shared/paths.ts'
import { pageToday } from '#web/community-days.ts'
import { usePageTitle } from '#web/page-title.ts'
import { serverNow } from '#web/server-clock.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { isModerator } from '../nav-links.tsx'
import { SittingMenuButton } from './sitting-menu-button.tsx'

const title = t('Hold a sitting')

/** Whether the powers of its host are in force: one that is over isn't in the list. */
function isTheTime({ date, doorsAt }: HeldSitting): boolean {
  if (doorsAt === null) return date === pageToday()
  return isHeldNow({ doorsAt, endsAt: Number.POSITIVE_INFINITY }, serverNow())
}

/** A link, as the desk is a document of its own. */
function DeskLink({ held, sittingId }: { held: HeldSitting; sittingId: number }) {
  return (
    <a
      href={deskPath(sittingId)}
      aria-label={t('Teach from here: {sitting}', { sitting: labelOf(held) })}
      className={buttonVariants({ size: 'sm' })}
    >
      {t('Teach from here')}
    </a>
  )
}

/** Requires the mark of who may hold sittings, or a role that moderates. */
export function HostingScreen() {
  usePageTitle(title)
  const { user } = useUser()
  if (!user) return null
  return (
    <OwnProposals memberName={user.name} listenButton={<CommunityBellButton />}>
      {({ button, list }) => (
        <>
          <HeldSittings
            title={title}
            action={button}
            ownId={user.id}
            renderActions={(held) =>
              isTheTime(held) && <HostActions held={held} isModerator={isModerator(user)} />
            }
          />
          <div className="mx-auto w-full max-w-240 px-4 pb-8 empty:hidden md:px-8 md:pb-12">{list}</div>
        </>
      )}
    </OwnProposals>
  )
}

/** What its host does with it now. */
function HostActions({ held, isModerator: moderates }: { held: HeldSitting; isModerator: boolean }) {
  return (
    <>
      {held.deskSittingId !== null && <DeskLink held={held} sittingId={held.deskSittingId} />}
      <SittingMenuButton
        isWide
        label={t('Host: {sitting}', { sitting: labelOf(held) })}
        scheduleId={held.scheduleId}
        day={held.date}
        own={null}
        scheduledAt={null}
        isModerator={moderates}
        livePlace={held.livePlace}
        invalidations={hostInvalidations}
      />
    </>
  )
}

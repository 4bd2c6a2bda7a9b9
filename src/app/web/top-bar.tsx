// The top bar: navigation, the online count, the energy button, and the account menu.
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { UsersRound } from 'lucide-react'
import { useState, useEffect } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useUser, useCurrentPersona } from '#features/auth/web/hooks/use-user.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { useRoomOnlineCount } from '#features/rooms/web/presence-store.ts'
import { onlineCountShellPollMs } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { logFailure } from '#web/log.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { CommunityMark } from '#web/ui/community-mark.tsx'
import { Rosette } from '#web/ui/rosette.tsx'
import { useCall } from '#web/use-call.ts'
import { useCloseOnBack } from '#web/use-close-on-back.ts'
import { useHeldPlace } from '#web/use-held-place.ts'
import { preloadInBackground } from '#web/use-lazy-import.ts'
import { useLazyMenu } from '#web/use-lazy-overlay.ts'
import { getJoinedDay } from '#web/visit-state.ts'
import { AccountTrigger, type AvatarUser } from './account-trigger.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { isModerator, NavLinks, useScreenPath } from './nav-links.tsx'
import { useJoinCodeParams } from './search-params.ts'

const EnergyModal = lazyPart(
  async () => (await import('#features/energy/web/components/energy-modal.tsx')).EnergyModal,
)

/** For moderators alone: other members load nothing of it. */
const OpenCases = lazyPart(
  async () => (await import('#features/moderation/web/components/open-cases.tsx')).OpenCases,
)

/** On every screen but /auth (SHELL-11 to SHELL-16). */
export function TopBar() {
  useAccountWatch()
  const { status, identity, user } = useUser()
  const energy = useCloseOnBack()
  const [energyDay, setEnergyDay] = useState<string | null>(null)
  const openEnergy = () => {
    EnergyModal.preload()
    setEnergyDay(getJoinedDay())
    energy.open()
  }
  const member = user?.profileCompleted ? user : null
  const bar = barClasses(member)
  const avatarUser = user ?? (identity && { id: identity.uid, name: identity.name, profilePicture: null })
  return (
    <header className="@container room-part sticky top-0 z-30 h-(--bar) flex-none border-b border-line bg-bg writing:hidden">
      <div className="flex h-full items-center gap-2 px-4 @min-[48rem]:gap-5 @min-[48rem]:px-7">
        <Brand />
        {member && (
          <nav aria-label={t('Main')} className={clsx('ms-2', bar.wide)}>
            <NavLinks user={member} />
          </nav>
        )}
        {/* On a phone the name loses its place before these do, so they grow little with the text. */}
        <div className="ms-auto flex min-w-0 items-center gap-1.5 [--spacing:min(0.25rem,5px)] @min-[48rem]:gap-3 @min-[64rem]:gap-6">
          {status === 'ready' && <OnlineCount />}
          {member && isModerator(member) && <OpenCases />}
          {member && (
            <Button
              className="@max-[64rem]:w-11 @max-[64rem]:p-0!"
              onPointerEnter={EnergyModal.preload}
              onFocus={EnergyModal.preload}
              onClick={openEnergy}
            >
              <Rosette level={4} size={20} tone="inherit" />
              <span className="@max-[64rem]:sr-only">{t('Track energy')}</span>
            </Button>
          )}
          {avatarUser ? (
            <>
              <div className={bar.wide}>
                <AccountButton user={avatarUser} />
              </div>
              <MobileMenu user={avatarUser} member={member} className={bar.narrow} />
            </>
          ) : (
            <SignInLink />
          )}
        </div>
      </div>
      <EnergyModal
        open={energy.isOpen}
        onOpenChange={energy.close}
        {...(energyDay === null ? {} : { entryDay: energyDay })}
      />
    </header>
  )
}

/**
 * Which parts show at which width of the bar, in the size of the text. A member with a role has more links.
 */
function barClasses(member: Account | null) {
  const isShort = member !== null && !isModerator(member)
  return isShort
    ? { wide: 'hidden @min-[48rem]:flex', narrow: '@min-[48rem]:hidden' }
    : { wide: 'hidden @min-[64rem]:flex', narrow: '@min-[64rem]:hidden' }
}

function Brand() {
  const { name } = useCommunity()
  return (
    // Where the name doesn't fit, it wraps out of sight.
    <Link
      to="/"
      className="flex h-11 min-w-[30px] shrink-[1000] flex-wrap items-center gap-x-2 overflow-hidden text-ink no-underline forced-colors:text-[LinkText]"
    >
      <CommunityMark size={30} className="h-11! max-w-[max(30px,5cqw)] text-primary" />
      <span className="serif h-11 content-center text-[1.22rem] whitespace-nowrap">{name}</span>
    </Link>
  )
}

/**
 * 'N online': distinct members in the room of the moment (SHELL-14). Reserves its width until the count is known, and says
 * nothing of an empty room.
 */
function OnlineCount() {
  const polled = useCall(roomCalls.onlineCount, {}, { pollMs: onlineCountShellPollMs })
  const [count] = useHeldPlace(useRoomOnlineCount() ?? polled.data?.count)
  return (
    <p className="flex h-6 min-w-0 items-center justify-end gap-x-1 overflow-hidden text-small whitespace-nowrap text-ink-2 tabular-nums @max-[14rem]:hidden @min-[48rem]:min-w-19">
      {count !== undefined && count > 0 && (
        <>
          <UsersRound aria-hidden className="size-3.5 flex-none" />
          <span>
            <span translate="no">{count}</span>
            <span className="@max-[48rem]:sr-only"> {t('online')}</span>
          </span>
        </>
      )}
    </p>
  )
}

function SignInLink() {
  const codes = useJoinCodeParams()
  return (
    <Link
      to="/auth"
      search={codes}
      className={clsx(buttonVariants({ variant: 'primary' }), 'flex-none whitespace-nowrap')}
    >
      {t('Sign In')}
    </Link>
  )
}

const loadWatch = async () => (await import('./watch-account.ts')).watchOwnAccount

/** Watches a member with a completed profile, except on the meditation screen, which has its own socket. */
function useAccountWatch(): void {
  const shownPersona = useCurrentPersona()
  const { user } = useUser()
  const hasRoom = useScreenPath() === '/meditation'
  const memberId = user?.profileCompleted ? user.id : null
  useEffect(() => {
    if (memberId === null || hasRoom) return
    let isCancelled = false
    let stop = () => {}
    const start = async () => {
      const watch = await preloadInBackground(loadWatch)
      if (!isCancelled) stop = watch(shownPersona)
    }
    start().catch((error: unknown) =>
      logFailure('Account watch failed to start; role changes show after a reload.', error),
    )
    return () => {
      isCancelled = true
      stop()
    }
  }, [shownPersona, memberId, hasRoom])
}

const loadAccountMenu = async () => (await import('./account-menu.tsx')).AccountMenu

/** The member's picture, which opens the account menu; small screens have the collapsible menu. */
function AccountButton({ user }: { user: AvatarUser }) {
  const [AccountMenu, button] = useLazyMenu(loadAccountMenu)
  if (AccountMenu) return <AccountMenu user={user} />
  return <AccountTrigger user={user} {...button} />
}

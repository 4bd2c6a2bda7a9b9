// The banners on every screen but /auth: care, terms, unsaved input, a corrected address, recorded time, an answer, news.
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { ownMute } from '#features/chat/web/data/own-mute.ts'
import { offerCare, useCareOffer } from '#features/energy/web/data/care-offer.ts'
import { useHelpOpener } from '#features/help/web/help-opener.ts'
import { ModerationMessages } from '#features/moderation/web/moderation-messages.tsx'
import { NewsLine } from '#features/news/web/news-line.tsx'
import { t } from '#shared/i18n/t.ts'
import { can, personaOf } from '#shared/roles.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useHeldLine } from '#web/use-held-place.ts'
import { preloadInBackground, useLazyImport } from '#web/use-lazy-import.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { useScreenPath } from './nav-links.tsx'

export function AppBanners() {
  const { user, identity } = useUser()
  const path = useScreenPath()
  return (
    <>
      <CarePlace />
      <TermsPlace />
      <LeaveGuard />
      <EmailCorrectionPlace />
      {user?.profileCompleted && <ModerationMessagesPlace key={`told ${user.id}`} />}
      {user?.profileCompleted && (
        <OfferedTimeBanner
          key={`offered ${user.id} ${identity?.emailVerified}`}
          isCard={path === '/meditation'}
        />
      )}
      {user?.profileCompleted && can(personaOf({ ...user, isBanned: false }), 'sitting.hold') && (
        <ProposalAnswer key={`proposed ${user.id}`} />
      )}
      {user?.profileCompleted && path !== '/news' && (
        <NewsLine
          key={user.id}
          renderLink={(text) => (
            <Link to="/news" className="link -my-3 flex min-h-11 min-w-0 items-center">
              {text}
            </Link>
          )}
        />
      )}
    </>
  )
}

/** Few members have some: asked for once the screen is drawn. */
const OfferedTimeBanner = lazyPart(() =>
  preloadInBackground(
    async () => (await import('#features/invite-batches/web/offered-time-banner.tsx')).OfferedTimeBanner,
  ),
)

/** Few members propose templates. */
const ProposalAnswer = lazyPart(() =>
  preloadInBackground(
    async () => (await import('#features/templates/web/proposals/proposal-answer.tsx')).ProposalAnswer,
  ),
)

/** From the garden angels, until they are seen; and the mute that the chat's composer shows. */
function ModerationMessagesPlace() {
  const openHelp = useHelpOpener()
  return <ModerationMessages onMute={ownMute.set} onAnswer={openHelp && (() => openHelp('message'))} />
}

const loadCareBanner = async () => (await import('./care-banner.tsx')).CareBanner

/** The card comes with the response to a saved entry, on any screen. */
export function CarePlace() {
  const care = useCareOffer()
  const [CareBanner, load] = useLazyImport(loadCareBanner)
  useEffect(() => {
    if (care) load()
  }, [care, load])
  return (
    <>
      {/* Mounted before its text, so that screen readers announce it. */}
      <p role="status" className="sr-only">
        {care && CareBanner && t('A few kind words for you are on this page, before its main part.')}
      </p>
      {care && CareBanner && <CareBanner care={care} onClose={() => offerCare(null)} />}
    </>
  )
}

/** For members who are asked to accept the terms: few, so its code isn't in the first load. */
const TermsDialog = lazyPart(async () => (await import('./terms-dialog.tsx')).TermsDialog)

export function TermsPlace() {
  const version = useUser().user?.mustAcceptTerms ?? null
  return version !== null && <TermsDialog version={version} />
}

const EmailCorrectionBanner = lazyPart(
  async () =>
    (await import('#features/auth/web/components/email-correction-banner.tsx')).EmailCorrectionBanner,
)

/** For the few members whose address an administrator corrected, until they have read it. */
function EmailCorrectionPlace() {
  const { user, identity } = useUser()
  const { line: correctedAt, isUnseen, release } = useHeldLine(user?.emailCorrectedAt)
  if (correctedAt === undefined || !identity) return null
  return <EmailCorrectionBanner {...{ correctedAt, isUnseen }} email={identity.email} onPress={release} />
}

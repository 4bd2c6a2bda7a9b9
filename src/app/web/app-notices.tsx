// The notices on every screen but /auth: care, terms, unsaved input, a corrected address, news.
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { offerCare, useCareOffer } from '#features/energy/web/data/care-offer.ts'
import { NewsLine } from '#features/news/web/news-line.tsx'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { useScreenPath } from './nav-links.tsx'

export function AppNotices() {
  const { user } = useUser()
  const isOnNews = useScreenPath() === '/news'
  return (
    <>
      <CarePlace />
      <TermsPlace />
      <LeaveGuard />
      <EmailCorrectionPlace />
      {user?.profileCompleted && !isOnNews && (
        <NewsLine
          key={user.id}
          renderLink={(text) => (
            <Link to="/news" className="link min-w-0">
              {text}
            </Link>
          )}
        />
      )}
    </>
  )
}

const loadCareNotice = async () => (await import('./care-notice.tsx')).CareNotice

/** The card comes with the response to a saved entry, on any screen. */
export function CarePlace() {
  const care = useCareOffer()
  const [CareNotice, load] = useLazyImport(loadCareNotice)
  useEffect(() => {
    if (care) load()
  }, [care, load])
  return (
    <>
      {/* Mounted before its text, so that screen readers announce it. */}
      <p role="status" className="sr-only">
        {care && CareNotice && t('A few kind words for you are on this page, before its main part.')}
      </p>
      {care && CareNotice && <CareNotice care={care} onClose={() => offerCare(null)} />}
    </>
  )
}

/** For members who are asked to accept the terms: few, so its code isn't in the first load. */
const TermsDialog = lazyPart(async () => (await import('./terms-dialog.tsx')).TermsDialog)

export function TermsPlace() {
  const version = useUser().user?.mustAcceptTerms ?? null
  return version !== null && <TermsDialog version={version} />
}

const EmailCorrectionNotice = lazyPart(
  async () =>
    (await import('#features/auth/web/components/email-correction-notice.tsx')).EmailCorrectionNotice,
)

/** For the few members whose address an administrator corrected, until they have read it. */
function EmailCorrectionPlace() {
  const { user, identity } = useUser()
  const correctedAt = user?.emailCorrectedAt
  if (correctedAt === undefined || !identity) return null
  return <EmailCorrectionNotice correctedAt={correctedAt} email={identity.email} />
}

// /privacy, /terms, /care and /legal-notice: the operator's texts, public; with the last the community's resources (CARE-04).
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { careTextCalls } from '#features/community/contract.ts'
import { careContacts, emergencySentence } from '#features/community/rules.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { usePageTitle } from '#web/page-title.ts'
import { ContactList } from '#web/ui/contact-list.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Markdown, parseMarkdown } from '#web/ui/markdown.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { legalTextQuery } from '../legal-text.ts'

export function PrivacyScreen() {
  return <LegalTextScreen name="privacy" title={t('Privacy')} />
}

export function TermsScreen() {
  return <LegalTextScreen name="terms" title={t('Terms')} />
}

export function LegalNoticeScreen() {
  return <LegalTextScreen name="legal-notice" title={t('Legal notice')} />
}

export function CareScreen() {
  const { data } = useCall(careTextCalls.care, {})
  return (
    <LegalTextScreen name="care" title={t('Care')}>
      {data && (
        <section aria-labelledby="care-contacts" className="mt-8 grid gap-3">
          <h2 id="care-contacts" className="serif text-section">
            {t('Where to find help')}
          </h2>
          <ContactList contacts={careContacts(data.resources)} otherwise={translate(emergencySentence)} />
        </section>
      )}
    </LegalTextScreen>
  )
}

/** The text contains its own heading; `title` names the tab, and is the heading until the text loads. */
function LegalTextScreen({ name, title, children }: { name: string; title: string; children?: ReactNode }) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...legalTextQuery(name),
    retryOnMount: true,
  })
  const text = useMemo(() => (data === undefined ? null : parseMarkdown(data)), [data])
  usePageTitle(title)
  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 py-10 md:px-8 md:py-16">
      {text ? (
        <>
          <Markdown text={text} />
          {children}
        </>
      ) : (
        <>
          <h1 className="serif mb-8 text-page">{title}</h1>
          {isError ? (
            <ErrorPanel busy={isFetching} onRetry={() => void refetch()}>
              {t('This text didn’t load.')}
            </ErrorPanel>
          ) : (
            <div role="status" aria-label={t('Loading')}>
              <SkeletonText lines={8} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

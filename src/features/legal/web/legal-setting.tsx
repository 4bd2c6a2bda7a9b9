// The legal texts in Admin › Community: one form for each page, with a preview (COM-10).
import { useState } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { legalCalls } from '../contract.ts'
import { legalPageNames, legalPages } from '../pages.ts'
import { LegalTextForm } from './legal-text-form.tsx'

/** Reloads on every opening. */
export function LegalSetting() {
  const texts = useCall(legalCalls.legalTexts, {}, { uncached: true })
  const isFailed = useReadFailure(texts)
  const { data, isFetching, refetch } = texts
  const [page, setPage] = useState<string>('privacy')
  return (
    <Section title={t('Legal texts')} lead={t('What the pages Privacy, Terms and Care say.')}>
      {data ? (
        <Tabs value={page} onValueChange={setPage}>
          <TabList label={t('Pages')}>
            {legalPages.map((name) => (
              <Tab key={name} value={name}>
                {translate(legalPageNames[name])}
              </Tab>
            ))}
          </TabList>
          {data.texts.map((text) => (
            <TabPanel key={text.page} value={text.page}>
              <LegalTextForm
                text={text}
                texts={data}
                onReload={async () =>
                  (await refetch()).data?.texts.find((each) => each.page === text.page) ?? null
                }
              />
            </TabPanel>
          ))}
        </Tabs>
      ) : isFailed ? (
        <ErrorPanel title={t('The legal texts didn’t load')} busy={isFetching} onRetry={() => void refetch()}>
          {t('The pages themselves are still there.')}
        </ErrorPanel>
      ) : (
        <>
          <p role="status" className="sr-only">
            {t('Loading the legal texts')}
          </p>
          <Skeleton className="min-h-84" />
        </>
      )}
    </Section>
  )
}

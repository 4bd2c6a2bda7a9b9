// The legal texts in Admin › Community: one form for each page, with a preview (COM-10).
import { useState } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useCall } from '#web/use-call.ts'
import { legalCalls } from '../contract.ts'
import { legalPageNames, legalPages } from '../pages.ts'
import { LegalTextForm } from './legal-text-form.tsx'

/** Reloads on every opening. */
export function LegalSetting() {
  const query = useCall(legalCalls.legalTexts, {}, { uncached: true })
  const [page, setPage] = useState<string>('privacy')
  return (
    <Section title={t('Legal texts')} lead={t('What the pages Privacy, Terms and Care say.')}>
      <QueryContent
        query={query}
        failed={t('The legal texts didn’t load')}
        failedText={t('The pages themselves are still there.')}
        loading={t('Loading the legal texts')}
        skeleton={<Skeleton className="min-h-84" />}
      >
        {(data) => (
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
                    (await query.refetch()).data?.texts.find((each) => each.page === text.page) ?? null
                  }
                />
              </TabPanel>
            ))}
          </Tabs>
        )}
      </QueryContent>
    </Section>
  )
}

// The legal texts in Admin › Community: one form for each page, with a preview (COM-10).
import { useState } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { Field } from '#web/ui/field.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { legalCalls, type LegalText } from '../contract.ts'
import { legalPageNames, legalPages } from '../pages.ts'
import { LegalTextForm } from './legal-text-form.tsx'

/** Reloads on every opening. */
export function LegalSetting() {
  const query = useCall(legalCalls.legalTexts, {}, { uncached: true })
  const [page, setPage] = useState<LegalText['page']>('privacy')
  return (
    <Section fields="wide" title={t('Legal texts')} lead={t('What the pages Privacy, Terms and Care say.')}>
      <QueryContent
        query={query}
        failed={t('The legal texts didn’t load')}
        failedText={t('The pages themselves are still there.')}
        loading={t('Loading the legal texts')}
        skeleton={<Skeleton className="min-h-84" />}
      >
        {(data) => (
          <>
            <div className="max-w-md">
              <Field label={t('Page')}>
                <Select
                  value={page}
                  onChange={({ target }) =>
                    setPage(legalPages.find((name) => name === target.value) ?? 'privacy')
                  }
                >
                  {legalPages.map((name) => (
                    <option key={name} value={name}>
                      {translate(legalPageNames[name])}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
            {data.texts
              .filter((text) => text.page === page)
              .map((text) => (
                <LegalTextForm
                  key={page}
                  text={text}
                  texts={data}
                  onReload={async () =>
                    (await query.refetch()).data?.texts.find((each) => each.page === page) ?? null
                  }
                />
              ))}
          </>
        )}
      </QueryContent>
    </Section>
  )
}

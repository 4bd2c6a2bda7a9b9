// Links of the footer.
import type { CommunityLink } from '#shared/community.ts'
import { communityLinksMax } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { Field } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { communityLinkKinds, linkKindLabel } from '../../links.ts'
import type { Rows } from '../hooks/use-rows.ts'
import { RowFields } from './row-fields.tsx'

interface LinksFieldsProps {
  links: Rows<CommunityLink>
  errorAt: (path: string) => string | undefined
}

const blankLink: CommunityLink = { kind: 'website', label: '', url: '' }

export function LinksFields({ links, errorAt }: LinksFieldsProps) {
  const { hasLegalNotice } = useCommunity()
  const { change } = links
  return (
    <RowFields
      rows={links}
      most={communityLinksMax}
      blank={blankLink}
      nameOf={({ kind, label }, index) => {
        if (kind === 'legal-notice') return t('Legal notice')
        return label === '' ? t('Link {number}', { number: index + 1 }) : label
      }}
      add={t('Add a link')}
      full={t('At most {max} links', { max: communityLinksMax })}
    >
      {({ key, kind, label, url }, index) => {
        const isLegalNotice = kind === 'legal-notice'
        return (
          <>
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <Field label={t('Kind')} error={errorAt(`links.${index}.kind`)}>
                <Select value={kind} onChange={(event) => change(key, { kind: event.target.value })}>
                  {communityLinkKinds
                    .filter((each) => each !== 'legal-notice' || hasLegalNotice || isLegalNotice)
                    .map((each) => (
                      <option key={each} value={each}>
                        {linkKindLabel(each)}
                      </option>
                    ))}
                </Select>
              </Field>
              {!isLegalNotice && (
                <Field label={t('Text')} error={errorAt(`links.${index}.label`)}>
                  <Input value={label} onChange={(event) => change(key, { label: event.target.value })} />
                </Field>
              )}
            </div>
            {!isLegalNotice && (
              <Field
                label={t('Address')}
                error={errorAt(`links.${index}.url`)}
                hint={t('Starts with https://.')}
              >
                <Input
                  type="url"
                  value={url}
                  onChange={(event) => change(key, { url: event.target.value })}
                />
              </Field>
            )}
            {isLegalNotice && !hasLegalNotice && (
              <InlineBanner>
                {t('The footer shows this link once “Who is responsible” is filled in under Legal texts.')}
              </InlineBanner>
            )}
          </>
        )
      }}
    </RowFields>
  )
}

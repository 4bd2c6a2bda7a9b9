// Links of the footer.
import { useRef } from 'react'
import type { CommunityLink } from '#shared/community.ts'
import { communityLinksMax } from '#shared/constants.ts'
import { useCommunity } from '#web/community.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { communityLinkKinds, linkKindLabel } from '../../links.ts'
import type { Rows } from '../hooks/use-rows.ts'
import { t } from '#shared/t.ts'

interface LinksFieldsProps {
  links: Rows<CommunityLink>
  errorAt: (path: string) => string | undefined
}

export function LinksFields({ links: { list, add, change, remove }, errorAt }: LinksFieldsProps) {
  const addButton = useRef<HTMLButtonElement>(null)
  const { hasLegalNotice } = useCommunity()
  const isFull = list.length >= communityLinksMax
  return (
    <div className="grid gap-5">
      {list.map(({ key, kind, label, url }, index) => {
        const isLegalNotice = kind === 'legal-notice'
        const name = isLegalNotice
          ? t('Legal notice')
          : label === ''
            ? t('Link {number}', { number: index + 1 })
            : label
        return (
          <fieldset key={key} className="grid gap-3 rounded-panel border border-line bg-surface p-4">
            <legend className="sr-only">{name}</legend>
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
              <InlineNotice>
                {t('The footer shows this link once “Who is responsible” is filled in under Legal texts.')}
              </InlineNotice>
            )}
            <Button
              variant="subtle"
              size="sm"
              className="justify-self-start"
              aria-label={t('Remove {name}', { name })}
              onClick={() => {
                remove(key)
                addButton.current?.focus()
              }}
            >
              {t('Remove')}
            </Button>
          </fieldset>
        )
      })}
      <Button
        ref={addButton}
        className="justify-self-start"
        aria-disabled={isFull}
        onClick={() => {
          if (!isFull) add({ kind: 'website', label: '', url: '' })
        }}
      >
        {isFull ? t('At most {max} links', { max: communityLinksMax }) : t('Add a link')}
      </Button>
    </div>
  )
}

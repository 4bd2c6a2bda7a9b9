// The care text and the places to turn to (CARE-04).
import { careResourcesMax, careTextMaxChars } from '#shared/constants.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import type { CareResource } from '../../care.ts'
import { careTextDefault } from '../../rules.ts'
import type { Rows } from '../hooks/use-rows.ts'
import type { SettingsFieldsProps } from '../settings-fields.ts'
import { RowFields } from './row-fields.tsx'

interface CareFieldsProps extends SettingsFieldsProps {
  resources: Rows<CareResource>
}

export function CareFields({ values, change, errorAt, resources }: CareFieldsProps) {
  const { careText } = values
  return (
    <>
      <Field
        label={t('What helps')}
        optional
        hint={t('One sentence on each line. If this is empty, these three are shown.')}
        error={errorAt('careText')}
        limit={{ chars: careText.length, max: careTextMaxChars }}
      >
        <Textarea
          rows={4}
          placeholder={translate(careTextDefault)}
          value={careText}
          onChange={(event) => change({ careText: event.target.value })}
        />
      </Field>
      <ResourceFields resources={resources} errorAt={errorAt} />
    </>
  )
}

interface ResourceFieldsProps {
  resources: Rows<CareResource>
  errorAt: (path: string) => string | undefined
}

const blankResource: CareResource = { name: '', contact: '', where: '' }

function ResourceFields({ resources, errorAt }: ResourceFieldsProps) {
  const { list, change } = resources
  return (
    <>
      {list.length === 0 && (
        <p className="text-ink-2">
          {t('No places to turn to yet. Members see the advice to call their local emergency number.')}
        </p>
      )}
      <RowFields
        rows={resources}
        most={careResourcesMax}
        blank={blankResource}
        nameOf={({ name }, index) => (name === '' ? t('Place {number}', { number: index + 1 }) : name)}
        add={t('Add a place to turn to')}
        full={t('At most {max} places', { max: careResourcesMax })}
      >
        {({ key, name, contact, where }, index) => (
          <>
            <Field label={t('Name')} error={errorAt(`careResources.${index}.name`)}>
              <Input value={name} onChange={(event) => change(key, { name: event.target.value })} />
            </Field>
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <Field
                label={t('Phone number or https address')}
                error={errorAt(`careResources.${index}.contact`)}
              >
                <Input
                  dir="ltr"
                  value={contact}
                  onChange={(event) => change(key, { contact: event.target.value })}
                />
              </Field>
              <Field label={t('Where')} optional error={errorAt(`careResources.${index}.where`)}>
                <Input value={where} onChange={(event) => change(key, { where: event.target.value })} />
              </Field>
            </div>
          </>
        )}
      </RowFields>
    </>
  )
}

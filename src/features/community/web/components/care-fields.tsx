// The care text and the places to turn to (CARE-04).
import { useRef } from 'react'
import { careResourcesMax, careTextMaxChars } from '#shared/constants.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import type { CareResource } from '../../care.ts'
import { careTextDefault } from '../../rules.ts'
import type { Rows } from '../hooks/use-rows.ts'
import type { SettingsFieldsProps } from '../settings-fields.ts'
import { t, translate } from '#shared/t.ts'

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
        hint={t('One sentence on each line. Left empty, these three are shown.')}
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

function ResourceFields({ resources, errorAt }: ResourceFieldsProps) {
  const { list, add, change, remove } = resources
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <div className="grid gap-5">
      {list.length === 0 && (
        <p className="text-ink-2">
          {t('No places to turn to yet. Members see the advice to call their local emergency number.')}
        </p>
      )}
      {list.map(({ key, name, contact, where }, index) => (
        <fieldset key={key} className="grid gap-3 rounded-panel border border-line bg-surface p-4">
          <legend className="sr-only">
            {name === '' ? t('Place {number}', { number: index + 1 }) : name}
          </legend>
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
          <Button
            variant="subtle"
            size="sm"
            className="justify-self-start"
            aria-label={
              name === '' ? t('Remove place {number}', { number: index + 1 }) : t('Remove {name}', { name })
            }
            onClick={() => {
              remove(key)
              addButton.current?.focus()
            }}
          >
            {t('Remove')}
          </Button>
        </fieldset>
      ))}
      <Button
        ref={addButton}
        className="justify-self-start"
        aria-disabled={list.length >= careResourcesMax}
        onClick={() => {
          if (list.length < careResourcesMax) add({ name: '', contact: '', where: '' })
        }}
      >
        {list.length < careResourcesMax
          ? t('Add a place to turn to')
          : t('At most {max} places', { max: careResourcesMax })}
      </Button>
    </div>
  )
}

// A template's texts in other languages than the community's.
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { templateDescriptionMaxChars } from '#shared/constants.ts'
import { t, type Language } from '#shared/i18n/t.ts'
import { TextField } from '#web/forms/fields.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { LanguageFolds } from '#web/ui/language-folds.tsx'
import type { TemplateForm } from '../hooks/use-template-form.ts'
import { addressInput } from './address-input.ts'
import { StepFields } from './step-fields.tsx'

export function TranslationsFieldset({ form }: { form: TemplateForm }) {
  const heading = useId()
  const values = useWatch({ control: form.control, name: 'translations' })
  const errors = form.formState.errors.translations
  return (
    <section aria-labelledby={heading} className="grid gap-4 border-t border-line pt-6">
      <div className="grid gap-1">
        <h3 id={heading} className="serif text-section">
          {t('In other languages')}
        </h3>
        <p className="text-small text-ink-3">
          {t(
            'Each member reads their own language, or the text above if there’s none. A language needs both a title and a description.',
          )}
        </p>
      </div>
      <LanguageFolds
        textOf={(language) => values[language].title}
        hasError={(language) => errors?.[language] !== undefined}
      >
        {(language) => <TranslationFields form={form} language={language} />}
      </LanguageFolds>
    </section>
  )
}

function TranslationFields({ form, language }: { form: TemplateForm; language: Language }) {
  const { length } = useWatch({ control: form.control, name: `translations.${language}.description` })
  const hasCaptions = useWatch({ control: form.control, name: 'kind' }) === 'video'
  const errors = form.formState.errors.translations?.[language]
  return (
    <>
      <TextField form={form} name={`translations.${language}.title`} label={t('Title')} lang={language} />
      <Field
        label={t('Description')}
        error={errors?.description?.message}
        limit={{ chars: length, max: templateDescriptionMaxChars }}
      >
        <Textarea lang={language} {...form.register(`translations.${language}.description`)} />
      </Field>
      {hasCaptions && (
        <TextField
          form={form}
          name={`translations.${language}.captionsUrl`}
          label={t('Captions')}
          optional
          hint={t('The address of a WebVTT file. Without one, the captions above are used.')}
          {...addressInput}
        />
      )}
      <StepFields
        form={form}
        name={`translations.${language}.steps`}
        language={language}
        hint={t('Without steps here, those above are shown.')}
      />
    </>
  )
}

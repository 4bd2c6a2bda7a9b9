// The community's language, and its own texts in the others.
import { careTextMaxChars, welcomeMaxChars } from '#shared/constants.ts'
import { t, type Language } from '#shared/i18n/t.ts'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { LanguageFolds } from '#web/ui/language-folds.tsx'
import { LanguageOptions } from '#web/ui/language-options.tsx'
import { Select } from '#web/ui/select.tsx'
import type { TranslatedText } from '../../settings-parts.ts'
import type { SettingsFieldsProps } from '../settings-fields.ts'

export function LanguageField({ values, change, errorAt }: SettingsFieldsProps) {
  return (
    <div className="max-w-md">
      <Field label={t('Language')} error={errorAt('language')}>
        <Select
          translate="no"
          value={values.language}
          onChange={({ target }) => change({ language: target.value as Language })}
        >
          <LanguageOptions />
        </Select>
      </Field>
    </div>
  )
}

const blank = { welcome: '', careText: '' }

/** One text of the community in the other languages. */
export function TranslationFields({
  text,
  values,
  change,
  errorAt,
}: SettingsFieldsProps & { text: TranslatedText }) {
  const textOf = (language: Language) => values.translations[language]?.[text] ?? ''
  const changeText = (language: Language, changed: string) =>
    change({
      translations: {
        ...values.translations,
        [language]: { ...(values.translations[language] ?? blank), [text]: changed },
      },
    })
  const label = text === 'welcome' ? t('Welcome text') : t('What helps')
  const max = text === 'welcome' ? welcomeMaxChars : careTextMaxChars
  return (
    <LanguageFolds
      textOf={textOf}
      hasError={(language) => errorAt(`translations.${language}.${text}`) !== undefined}
    >
      {(language) => (
        <Field
          label={label}
          optional
          {...(text === 'careText' && { hint: t('One sentence on each line.') })}
          error={errorAt(`translations.${language}.${text}`)}
          limit={{ chars: textOf(language).length, max }}
        >
          <Textarea
            rows={4}
            lang={language}
            value={textOf(language)}
            onChange={({ target }) => changeText(language, target.value)}
          />
        </Field>
      )}
    </LanguageFolds>
  )
}

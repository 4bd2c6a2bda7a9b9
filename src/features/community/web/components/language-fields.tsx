// The community's language, and its own texts in the others.
import { careTextMaxChars, welcomeMaxChars } from '#shared/constants.ts'
import { t, type Language } from '#shared/i18n/t.ts'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { LanguageFolds } from '#web/ui/language-folds.tsx'
import { LanguageOptions } from '#web/ui/language-options.tsx'
import { Select } from '#web/ui/select.tsx'
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

export function TranslationFields({ values, change, errorAt }: SettingsFieldsProps) {
  const textsOf = (language: Language) => values.translations[language] ?? blank
  const changeTexts = (language: Language, changed: Partial<typeof blank>) =>
    change({
      translations: { ...values.translations, [language]: { ...textsOf(language), ...changed } },
    })
  return (
    <LanguageFolds
      textOf={(language) => textsOf(language).welcome || textsOf(language).careText}
      hasError={(language) =>
        ['welcome', 'careText'].some((name) => errorAt(`translations.${language}.${name}`) !== undefined)
      }
    >
      {(language) => {
        const { welcome, careText } = textsOf(language)
        return (
          <>
            <Field
              label={t('Welcome text')}
              optional
              error={errorAt(`translations.${language}.welcome`)}
              limit={{ chars: welcome.length, max: welcomeMaxChars }}
            >
              <Textarea
                rows={4}
                lang={language}
                value={welcome}
                onChange={({ target }) => changeTexts(language, { welcome: target.value })}
              />
            </Field>
            <Field
              label={t('What helps')}
              optional
              hint={t('One sentence on each line.')}
              error={errorAt(`translations.${language}.careText`)}
              limit={{ chars: careText.length, max: careTextMaxChars }}
            >
              <Textarea
                rows={4}
                lang={language}
                value={careText}
                onChange={({ target }) => changeTexts(language, { careText: target.value })}
              />
            </Field>
          </>
        )
      }}
    </LanguageFolds>
  )
}

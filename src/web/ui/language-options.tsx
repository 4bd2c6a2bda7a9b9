// The options of a select for a language, each by its own name.
import { languageNames } from '#shared/i18n/language-names.ts'
import { languages } from '#shared/i18n/t.ts'

export function LanguageOptions() {
  return languages.map((language) => (
    <option key={language} value={language} lang={language}>
      {languageNames[language]}
    </option>
  ))
}

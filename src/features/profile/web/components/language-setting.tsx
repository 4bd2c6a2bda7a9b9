// The member's language: saved for what is sent later; the page follows it (LANG-03).
import { currentLocale, t, type Language } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { Field } from '#web/ui/field.tsx'
import { LanguageOptions } from '#web/ui/language-options.tsx'
import { Select } from '#web/ui/select.tsx'
import { useChoices } from '#web/use-choices.ts'
import { profileCalls } from '../../contract.ts'

export function LanguageSetting({ onSaved }: { onSaved: () => void }) {
  const { pending, choose, errorOf } = useChoices(profileCalls.chooseLanguage, {
    inputOf: (press: { language: Language }) => ({ body: press }),
    // The page reloads in the language, so it waits for all presses.
    onSaved: (_account, isLast) => {
      if (isLast) onSaved()
    },
    onError: (error) => logFailure('The language was not saved.', error),
  })
  return (
    <Field label={t('Language')} error={errorOf('language') ? messages.notSaved : undefined}>
      <Select
        value={pending.at(-1)?.language ?? currentLocale()}
        onChange={({ target }) => choose({ language: target.value as Language })}
      >
        <LanguageOptions />
      </Select>
    </Field>
  )
}

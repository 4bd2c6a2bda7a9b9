// The member's language: saved for what is sent later; the page follows it (LANG-03).
import { readerLanguage, t, type Language } from '#shared/t.ts'
import { logFailure } from '#web/log.ts'
import { messages } from '#web/messages.ts'
import { Field } from '#web/ui/field.tsx'
import { LanguageOptions } from '#web/ui/language-options.tsx'
import { Select } from '#web/ui/select.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { profileCalls } from '../../contract.ts'

export function LanguageSetting({ onSaved }: { onSaved: () => void }) {
  const { isPending, isError, variables, mutate } = useCallMutation(profileCalls.chooseLanguage, {
    onSuccess: onSaved,
    onError: (error) => logFailure('The language was not saved.', error),
  })
  return (
    <Field label={t('Language')} error={isError ? messages.notSaved : undefined}>
      <Select
        value={isPending ? variables.body.language : readerLanguage()}
        onChange={({ target }) => {
          if (!isPending) mutate({ body: { language: target.value as Language } })
        }}
      >
        <LanguageOptions />
      </Select>
    </Field>
  )
}

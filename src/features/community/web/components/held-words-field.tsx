// The words that hold a message back, one on each line (MOD-21).
import { useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { heldWordsMax } from '../../settings.ts'
import type { SettingsFieldsProps } from '../settings-fields.ts'

export function HeldWordsField({ values, change, errorAt }: SettingsFieldsProps) {
  const { heldWords } = values
  // As typed, with lines that are still empty; what came from elsewhere replaces it.
  const [typed, setTyped] = useState(() => heldWords.join('\n'))
  const text = isSame(wordsOf(typed), heldWords) ? typed : heldWords.join('\n')
  return (
    <Field
      label={t('Words, one on each line')}
      optional
      hint={
        heldWords.length === 0
          ? t('Without a word, no message is held.')
          : t('{count, number} of {max, number} words', { count: heldWords.length, max: heldWordsMax })
      }
      error={errorOf(heldWords, errorAt)}
    >
      <Textarea
        rows={6}
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        onChange={({ target }) => {
          setTyped(target.value)
          change({ heldWords: wordsOf(target.value) })
        }}
      />
    </Field>
  )
}

function wordsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index])
}

/** Of the list, or of its first word with one, which it names. */
function errorOf(words: readonly string[], errorAt: SettingsFieldsProps['errorAt']): string | undefined {
  if (words.length > heldWordsMax) return t('At most {max} words.', { max: heldWordsMax })
  const own = errorAt('heldWords')
  if (own !== undefined) return own
  for (const [index, word] of words.entries()) {
    const error = errorAt(`heldWords.${index}`)
    if (error !== undefined) return t('“{word}”: {error}', { word, error })
  }
  return undefined
}

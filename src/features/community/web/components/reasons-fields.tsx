// The reasons of moderators' decisions, with their texts in the other languages.
import {
  decisionReasonLines,
  decisionReasonMaxChars,
  decisionReasonsMax,
  listReasons,
  type DecisionReason,
} from '#shared/decision-reasons.ts'
import { t, type Language } from '#shared/i18n/t.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { LanguageFolds } from '#web/ui/language-folds.tsx'
import type { KeyedRow, Rows } from '../hooks/use-rows.ts'
import type { SettingsFieldsProps } from '../settings-fields.ts'
import { RowFields } from './row-fields.tsx'

/** Gets its id when it is saved. */
const blankReason: DecisionReason = { id: '', text: '', translations: {} }

interface ReasonsFieldsProps extends Pick<SettingsFieldsProps, 'errorAt'> {
  reasons: Rows<DecisionReason>
}

export function ReasonsFields({ reasons, errorAt }: ReasonsFieldsProps) {
  return (
    <>
      {reasons.list.length === 0 && <OwnReasons />}
      <RowFields
        rows={reasons}
        most={decisionReasonsMax}
        blank={blankReason}
        nameOf={({ text }, index) => (text === '' ? t('Reason {number}', { number: index + 1 }) : text)}
        add={t('Add a reason')}
        full={t('At most {max} reasons.', { max: decisionReasonsMax })}
        isOrdered
      >
        {(reason, index) => (
          <>
            <Field
              label={t('Reason')}
              error={errorAt(`decisionReasons.${index}.text`)}
              limit={{ chars: reason.text.length, max: decisionReasonMaxChars }}
            >
              <Input
                value={reason.text}
                onChange={({ target }) => reasons.change(reason.key, { text: target.value })}
              />
            </Field>
            <ReasonTranslations
              reason={reason}
              errorOf={(language) => errorAt(`decisionReasons.${index}.translations.${language}.text`)}
              onChange={(translations) => reasons.change(reason.key, { translations })}
            />
          </>
        )}
      </RowFields>
    </>
  )
}

function OwnReasons() {
  return (
    <div className="grid gap-2">
      <p className="text-ink-2">{t('Without a list of your own, these are offered:')}</p>
      <ul className="grid list-disc gap-1 ps-5 text-ink-2">
        {decisionReasonLines(listReasons([])).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

interface ReasonTranslationsProps {
  reason: KeyedRow<DecisionReason>
  errorOf: (language: Language) => string | undefined
  onChange: (translations: DecisionReason['translations']) => void
}

function ReasonTranslations({ reason, errorOf, onChange }: ReasonTranslationsProps) {
  const textOf = (language: Language) => reason.translations[language]?.text ?? ''
  return (
    <LanguageFolds textOf={textOf} hasError={(language) => errorOf(language) !== undefined}>
      {(language) => (
        <Field
          label={t('Reason')}
          optional
          error={errorOf(language)}
          limit={{ chars: textOf(language).length, max: decisionReasonMaxChars }}
        >
          <Input
            lang={language}
            value={textOf(language)}
            onChange={({ target }) =>
              onChange({ ...reason.translations, [language]: { text: target.value } })
            }
          />
        </Field>
      )}
    </LanguageFolds>
  )
}

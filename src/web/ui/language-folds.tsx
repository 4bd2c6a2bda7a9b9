// Fields for the languages other than the community's, each language folded below its name.
import { useState, type ReactNode } from 'react'
import { languageNames } from '#shared/i18n/language-names.ts'
import { languages, type Language } from '#shared/i18n/t.ts'
import { useCommunity } from '../community.ts'
import { Summary } from './summary.tsx'

interface LanguageFoldsProps {
  /** The text of a language, shown while it is folded; empty for none. */
  textOf: (language: Language) => string
  hasError: (language: Language) => boolean
  /** The fields; mounted while they are open. */
  children: (language: Language) => ReactNode
}

export function LanguageFolds({ textOf, hasError, children }: LanguageFoldsProps) {
  const { language: own } = useCommunity()
  // A text in the community's language is from before that was chosen.
  const [offered] = useState(() =>
    languages.filter((language) => language !== own || textOf(language) !== ''),
  )
  return (
    <div className="grid gap-1">
      {offered.map((language) => (
        <LanguageFold
          key={language}
          language={language}
          text={textOf(language)}
          hasError={hasError(language)}
          renderFields={() => children(language)}
        />
      ))}
    </div>
  )
}

interface LanguageFoldProps {
  language: Language
  text: string
  hasError: boolean
  renderFields: () => ReactNode
}

function LanguageFold({ language, text, hasError, renderFields }: LanguageFoldProps) {
  const [isOpen, setOpen] = useState(false)
  // Stays open when the error is gone: its field has the focus.
  if (!isOpen && hasError) setOpen(true)
  const name = languageNames[language]
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Summary className="max-w-full min-w-0 text-small">
        <span lang={language} translate="no" className="font-strong">
          {name}
        </span>
        {!isOpen && text !== '' && (
          <span lang={language} dir="auto" className="line-clamp-1 wrap-anywhere text-ink-3">
            {text}
          </span>
        )}
      </Summary>
      {isOpen && (
        <div role="group" aria-label={name} className="grid gap-5 pt-2 pb-5">
          {renderFields()}
        </div>
      )}
    </details>
  )
}

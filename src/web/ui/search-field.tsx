// Search field: an input with a magnifier and a Clear button.
import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { isComposing } from '../is-composing.ts'
import { Button } from './button.tsx'
import { Input } from './input.tsx'

// By the direction of the page: the text may run the other way.
const besideMagnifier = 'pl-10.5 in-[html[dir=rtl]]:pr-10.5'
const besideClear = 'pr-18 in-[html[dir=rtl]]:pl-18'

interface SearchFieldProps {
  field?: RefObject<HTMLInputElement | null>
  /** The accessible name; with three dots it's the placeholder. */
  label: string
  text: string
  /** Gets '' by Clear, which gives the focus back to the field, and by Escape. */
  onChange: (text: string) => void
  /** Called on Enter, which then doesn't submit the surrounding form. */
  onEnter?: () => void
}

export function SearchField({ field, label, text, onChange, onEnter }: SearchFieldProps) {
  const ownField = useRef<HTMLInputElement>(null)
  const input = field ?? ownField
  const clear = () => {
    input.current?.focus()
    onChange('')
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') clear()
    if (event.key !== 'Enter' || !onEnter) return
    event.preventDefault()
    onEnter()
  }
  return (
    <div role="search" className="relative min-w-0 flex-1">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4.5 text-ink-3"
        strokeWidth={1.8}
      />
      <Input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={t('{label}...', { label })}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        className={clsx(
          'appearance-none [&::-webkit-search-cancel-button]:hidden',
          besideMagnifier,
          text === '' ? 'in-[html[dir=rtl]]:pl-3.5' : besideClear,
        )}
      />
      {text !== '' && (
        <Button variant="subtle" className="absolute! inset-y-0 end-0 my-auto" onClick={clear}>
          {t('Clear')}
        </Button>
      )}
    </div>
  )
}

// Template pickers: one of the templates, or several in an order; searchable, in series order.
import { clsx } from 'clsx'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { templatesCalls } from '#features/templates/contract.ts'
import { searchTemplates } from '#features/templates/rules.ts'
import { t } from '#shared/i18n/t.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FieldMessage } from '#web/ui/field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { formatMinutes } from '../../calendar-days.ts'
import type { Schedule } from '../../contract.ts'
import { comparePickerOrder } from '../../rules.ts'

// Fewer templates need no search.
const searchMinTemplates = 7

interface TemplatePickerProps {
  value: number | null
  onChange: (templateId: number) => void
  /** The edited schedule, whose template may be archived; null for a new one. */
  edited: Schedule | null
  error: string | undefined
}

interface Choice {
  id: number
  title: string
  duration: number
  instructor: string
}

/** Radio buttons: the arrow keys move the selection. */
export function TemplatePicker({ value, onChange, edited, error }: TemplatePickerProps) {
  const name = useId()
  return (
    <TemplateFieldset
      legend={t('Template')}
      edited={edited}
      error={error}
      onEnter={onChange}
      renderMark={({ id }) => (
        <input
          type="radio"
          className="sr-only"
          name={name}
          checked={id === value}
          onChange={() => onChange(id)}
        />
      )}
    />
  )
}

interface TemplateOrderPickerProps {
  /** The chosen templates, in the order of the presses. */
  value: readonly number[]
  onChange: (templateIds: number[]) => void
  error: string | undefined
}

/** Checkboxes: each chosen template shows its place in the order. */
export function TemplateOrderPicker({ value, onChange, error }: TemplateOrderPickerProps) {
  const toggle = (id: number) =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])
  return (
    <TemplateFieldset
      legend={t('Templates, in the order you choose them')}
      edited={null}
      error={error}
      onEnter={toggle}
      renderMark={({ id }) => {
        const place = value.indexOf(id) + 1
        return (
          <>
            <input type="checkbox" className="sr-only" checked={place > 0} onChange={() => toggle(id)} />
            <span
              className={clsx(
                'grid size-6 flex-none place-items-center rounded-pill border text-meta font-bold tabular-nums',
                place > 0 ? 'border-transparent bg-primary text-on-primary' : 'border-line-strong',
              )}
            >
              {place > 0 && place}
            </span>
          </>
        )
      }}
    />
  )
}

interface TemplateFieldsetProps {
  legend: string
  edited: Schedule | null
  error: string | undefined
  /** Enter in the search chooses the first match. */
  onEnter: (templateId: number) => void
  /** The control of a choice, before its title. */
  renderMark: (choice: Choice) => ReactNode
}

function TemplateFieldset({ legend, edited, error, onEnter, renderMark }: TemplateFieldsetProps) {
  const id = useId()
  const { choices, isFailed, isLoading, reload } = useChoices(edited)
  const [text, setText] = useState('')
  const found = choices && searchTemplates(choices, text)
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : `${id}-note`}
      className="grid min-w-0 gap-1.5"
      data-invalid={error === undefined ? undefined : ''}
    >
      <legend className="mb-1.5 text-small font-strong">{legend}</legend>
      {choices && choices.length >= searchMinTemplates && (
        <SearchField
          label={t('Search by title or instructor')}
          text={text}
          onChange={setText}
          onEnter={() => text.trim() !== '' && found?.[0] && onEnter(found[0].id)}
        />
      )}
      {!choices && !isFailed && <SkeletonText lines={3} />}
      {isFailed && (
        <ErrorPanel busy={isLoading} onRetry={reload}>
          {t('The templates didn’t load.')}
        </ErrorPanel>
      )}
      {choices?.length === 0 && (
        <p className="text-ink-2">{t('There are no templates yet. Create one on the Templates tab.')}</p>
      )}
      {found && (
        <Choices
          {...{ found, renderMark }}
          isInvalid={error !== undefined}
          isNothingFound={found.length === 0 && text.trim() !== ''}
        />
      )}
      {error !== undefined && <FieldMessage id={`${id}-note`} error={error} />}
    </fieldset>
  )
}

/** In picker order (SCH-06); the current template comes first when it is archived. */
function useChoices(edited: Schedule | null) {
  const query = useCall(templatesCalls.templates, {}, { refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  const choices = useMemo((): Choice[] | null => {
    if (!data) return null
    const ordered = data.toSorted(comparePickerOrder)
    const isArchived = edited !== null && !data.some(({ id }) => id === edited.templateId)
    return isArchived ? [{ id: edited.templateId, ...edited.template }, ...ordered] : ordered
  }, [data, edited])
  return { choices, isFailed: isFailed && !data, isLoading: isFetching, reload: () => void refetch() }
}

interface ChoicesProps {
  found: readonly Choice[]
  renderMark: (choice: Choice) => ReactNode
  isInvalid: boolean
  isNothingFound: boolean
}

function Choices({ found, renderMark, isInvalid, isNothingFound }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null)
  // The initial selection may be far below.
  useEffect(() => {
    list.current?.querySelector(':checked')?.closest('label')?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (isNothingFound) return <p role="status">{t('No title or instructor matches your search.')}</p>
  return (
    <div
      ref={list}
      className={clsx(
        'template-choices overflow-y-auto overscroll-contain rounded-field border bg-surface empty:hidden',
        isInvalid ? 'border-danger' : 'border-line-strong',
      )}
    >
      {found.map((choice) => (
        <label
          key={choice.id}
          className="relative flex min-h-11 items-center gap-4 px-3.5 py-2 -outline-offset-2 transition-colors hover:bg-sunken has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          {renderMark(choice)}
          <span className="grid min-w-0 flex-1">
            <span dir="auto" lang={contentLang(null)} className="font-strong wrap-anywhere">
              {choice.title}
            </span>
            <span className="text-small wrap-anywhere text-ink-3">{choice.instructor}</span>
          </span>
          <span className="flex-none text-small text-ink-3 tabular-nums">
            {formatMinutes(choice.duration)}
          </span>
        </label>
      ))}
    </div>
  )
}

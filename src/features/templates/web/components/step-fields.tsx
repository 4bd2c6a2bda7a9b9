// Step fields of the template form: edit, add, remove and reorder.
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { get, useWatch, type FieldErrors } from 'react-hook-form'
import { sessionStepsMax, stepTextMaxChars } from '#shared/constants.ts'
import { t, type Language } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldMessage } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { blankStep, type TemplateValues } from '../data/template-values.ts'
import { moved, useListFocus } from '../hooks/use-list-focus.ts'
import type { TemplateForm } from '../hooks/use-template-form.ts'
import { ItemButtons } from './item-buttons.tsx'

interface StepFieldsProps {
  form: TemplateForm
  name: StepsName
  /** Of the texts; absent for the community's. */
  language?: Language
  hint: string
}

type StepsName = 'sessionSteps' | `translations.${Language}.steps`

export function StepFields({ form, name, language, hint }: StepFieldsProps) {
  const heading = useId()
  const { values, put } = useStepValues(form, name)
  const steps = useListFocus()
  const move = (from: number, to: number) => {
    put(moved(values, from, to))
    steps.goTo(
      { index: to, part: to < from ? 'up' : 'down' },
      t('Step {from} is now step {to}.', { from: from + 1, to: to + 1 }),
    )
  }
  const remove = (index: number) => {
    put(values.filter((_, other) => other !== index))
    // To the step that takes its index, or to the add button.
    steps.goTo(
      { index: Math.min(index, values.length - 2), part: 'first' },
      t('Step {number} removed.', { number: index + 1 }),
    )
  }
  const add = () => {
    put([...values, blankStep])
    steps.goTo(
      { index: values.length, part: 'first' },
      t('Step {number} added.', { number: values.length + 1 }),
    )
  }
  const errors: FieldErrors<TemplateValues>['sessionSteps'] = get(form.formState.errors, name)
  const error = errors?.message
  return (
    <section
      ref={steps.frame}
      aria-labelledby={heading}
      // The community's are a landmark; each language has more of the same name, within its own group.
      role={language === undefined ? undefined : 'group'}
      className="grid gap-4 border-t border-line pt-6"
    >
      <div className="grid gap-1">
        <h3 id={heading} className="serif text-section">
          {t('Session steps')}
        </h3>
        <p className="text-small text-ink-3">{hint}</p>
        {error !== undefined && <FieldMessage id={`${heading}-note`} error={error} />}
      </div>
      <ol className="grid gap-4">
        {values.map((step, index) => (
          <li key={index} className="min-w-0">
            <StepItem
              step={step}
              errors={errors?.[index]}
              language={language}
              index={index}
              count={values.length}
              onChange={(change) =>
                put(
                  values.map((other, otherIndex) => (otherIndex === index ? { ...other, ...change } : other)),
                )
              }
              onMove={(by) => move(index, index + by)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {steps.announcement}
      </p>
      <div>
        <Button data-part="add" disabled={values.length >= sessionStepsMax} onClick={add}>
          <Plus aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Add step')}
        </Button>
      </div>
    </section>
  )
}

/**
 * The steps as one form field. `useFieldArray` would add 1.5 KB to every member's download: react-hook-form is a
 * single module, and the sign-in form loads it.
 */
function useStepValues(form: TemplateForm, name: StepsName) {
  const { register, setValue, formState } = form
  register(name)
  const values = useWatch({ control: form.control, name })
  const put = (steps: TemplateValues['sessionSteps']) =>
    setValue(name, steps, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return { values, put }
}

type Step = TemplateValues['sessionSteps'][number]

interface StepItemProps {
  step: Step
  errors: { title?: { message?: string }; description?: { message?: string } } | undefined
  language: Language | undefined
  index: number
  count: number
  /** -1 moves up, 1 down. */
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onChange: (change: Partial<Step>) => void
}

function StepItem({ step, errors, language, index, count, onMove, onRemove, onChange }: StepItemProps) {
  const number = index + 1
  return (
    <div
      data-item
      role="group"
      aria-label={t('Step {number}', { number })}
      className="grid gap-4 rounded-panel border border-line px-4 py-4"
    >
      <Field
        label={t('Title of step {number}', { number })}
        error={errors?.title?.message}
        aside={
          <ItemButtons
            {...{ index, count, onMove, onRemove }}
            labels={{
              up: t('Move step {number} up', { number }),
              down: t('Move step {number} down', { number }),
              remove: t('Remove step {number}', { number }),
            }}
          />
        }
      >
        <Input
          data-part="first"
          lang={language}
          value={step.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Field>
      <Field
        label={t('Description of step {number}', { number })}
        optional
        error={errors?.description?.message}
        limit={{ chars: step.description.length, max: stepTextMaxChars }}
      >
        <Textarea
          rows={2}
          lang={language}
          className="template-step-text"
          value={step.description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      </Field>
    </div>
  )
}

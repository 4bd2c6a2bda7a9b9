// The blocks of a silence in the template form: edit, add, remove and reorder, with the bells that ring (SEQ-01).
import { Plus } from 'lucide-react'
import { useEffect, useId, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { silenceSeconds } from '#features/sittings/block-times.ts'
import { blockTitles } from '#features/sittings/block-words.ts'
import { blockMinutesMax, blocksMax } from '#features/sittings/silence-input.ts'
import { blockKinds } from '#features/sittings/silence.ts'
import { intlLocale, message, t, translate } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldMessage } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { bellMoments } from '../../block-lines.ts'
import { typedBlocks, type BlockValues } from '../data/template-values.ts'
import { moved, useListFocus } from '../hooks/use-list-focus.ts'
import type { TemplateForm } from '../hooks/use-template-form.ts'
import { BellLine } from './bell-line.tsx'
import { ItemButtons } from './item-buttons.tsx'

interface BlockFieldsProps {
  form: TemplateForm
  /** Plays the community's bell. */
  listenButton: ReactNode
}

export function BlockFields({ form, listenButton }: BlockFieldsProps) {
  const heading = useId()
  const { values, put } = useBlockValues(form)
  const list = useListFocus()
  const errors = form.formState.errors.blocks
  useFocusOnInvalid(form, list.frame)
  const move = (from: number, to: number) => {
    put(moved(values, from, to))
    list.goTo(
      { index: to, part: to < from ? 'up' : 'down' },
      t('Block {from} is now block {to}.', { from: from + 1, to: to + 1 }),
    )
  }
  const remove = (index: number) => {
    put(values.filter((_, other) => other !== index))
    list.goTo(
      { index: Math.min(index, values.length - 2), part: 'first' },
      t('Block {number} removed.', { number: index + 1 }),
    )
  }
  const add = () => {
    put([...values, nextBlock(values)])
    list.goTo(
      { index: values.length, part: 'first' },
      t('Block {number} added.', { number: values.length + 1 }),
    )
  }
  return (
    <section ref={list.frame} aria-labelledby={heading} className="grid gap-4">
      <div className="grid gap-1">
        <h3 id={heading} className="text-small font-strong">
          {t('Blocks')}
        </h3>
        {errors?.message !== undefined && <FieldMessage id={`${heading}-note`} error={errors.message} />}
      </div>
      <ol className="grid gap-3">
        {values.map((block, index) => (
          <li key={index} className="min-w-0">
            <BlockItem
              {...{ block, index }}
              count={values.length}
              minutesError={errors?.[index]?.minutes?.message}
              onChange={(change) =>
                put(values.map((each, other) => (other === index ? { ...each, ...change } : each)))
              }
              onMove={(by) => move(index, index + by)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {list.announcement}
      </p>
      <div>
        <Button data-part="add" disabled={values.length >= blocksMax} onClick={add}>
          <Plus aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Add block')}
        </Button>
      </div>
      <Bells values={values} listenButton={listenButton} />
    </section>
  )
}

function useBlockValues(form: TemplateForm) {
  const { register, setValue, formState } = form
  register('blocks')
  const values = useWatch({ control: form.control, name: 'blocks' })
  const put = (blocks: BlockValues[]) =>
    setValue('blocks', blocks, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return { values, put }
}

/** After a save that only the blocks prevent: the form library doesn't know their controls. */
function useFocusOnInvalid(form: TemplateForm, frame: { current: HTMLElement | null }) {
  const { errors, submitCount } = form.formState
  const isOnlyHere = Object.keys(errors).join() === 'blocks'
  useEffect(() => {
    if (submitCount === 0 || !isOnlyHere) return
    const control = frame.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-part="add"]')
    control?.focus()
    // Not while an error is being mended.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [submitCount])
}

/** After sitting a short walk, else sitting. */
function nextBlock(blocks: readonly BlockValues[]): BlockValues {
  return blocks.at(-1)?.kind === 'sit'
    ? { kind: 'walk', minutes: '5', strokes: 1 }
    : { kind: 'sit', minutes: '20', strokes: 1 }
}

const strokesOptions = [
  { value: 0, label: message('No stroke') },
  { value: 1, label: message('One stroke') },
  { value: 2, label: message('Two strokes') },
] as const

interface BlockItemProps {
  block: BlockValues
  index: number
  count: number
  minutesError: string | undefined
  onChange: (change: Partial<BlockValues>) => void
  /** -1 moves up, 1 down. */
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function BlockItem({ block, index, count, minutesError, onChange, onMove, onRemove }: BlockItemProps) {
  const number = index + 1
  return (
    <div
      data-item
      role="group"
      aria-label={t('Block {number}', { number })}
      className="template-block rounded-panel border border-line px-4 py-3"
    >
      <Field label={t('Block {number}', { number })}>
        <Select
          data-part="first"
          value={block.kind}
          onChange={({ target }) => {
            const kind = blockKinds.find((each) => each === target.value)
            if (kind) onChange({ kind })
          }}
        >
          {blockKinds.map((kind) => (
            <option key={kind} value={kind}>
              {translate(blockTitles[kind])}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Minutes')} error={minutesError}>
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={blockMinutesMax}
          value={block.minutes}
          onChange={({ target }) => onChange({ minutes: target.value })}
        />
      </Field>
      {index > 0 && (
        <Field label={t('Bell before it')}>
          <Select
            value={block.strokes}
            onChange={({ target }) => {
              const chosen = strokesOptions.find(({ value }) => String(value) === target.value)
              if (chosen) onChange({ strokes: chosen.value })
            }}
          >
            {strokesOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {translate(label)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <ItemButtons
        {...{ index, count, onMove, onRemove }}
        labels={{
          up: t('Move block {number} up', { number }),
          down: t('Move block {number} down', { number }),
          remove: t('Remove block {number}', { number }),
        }}
      />
    </div>
  )
}

/** How long the silence is, and when the bell rings. */
function Bells({
  values,
  listenButton,
}: { values: readonly BlockValues[] } & Pick<BlockFieldsProps, 'listenButton'>) {
  const blocks = typedBlocks(values).map((block) => ({ ...block, minutes: block.minutes || 0 }))
  const minutes = Math.round(silenceSeconds(blocks) / 60)
  const moments = new Intl.ListFormat(intlLocale()).format(bellMoments(blocks))
  return (
    <div className="grid gap-3 rounded-panel bg-sunken px-4 py-3">
      <p role="status" className="font-strong tabular-nums">
        {t('{minutes, plural, one {# minute in all} other {# minutes in all}}', { minutes })}
      </p>
      {blocks.length > 0 && (
        <>
          <BellLine blocks={blocks} />
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="min-w-60 flex-1 text-small text-ink-2 tabular-nums">
              {t('The bell rings {moments}.', { moments })}
            </p>
            {listenButton}
          </div>
        </>
      )}
    </div>
  )
}

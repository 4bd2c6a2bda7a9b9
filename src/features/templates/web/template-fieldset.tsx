// Template form fields except the steps.
import { useWatch } from 'react-hook-form'
import {
  instructorMaxChars,
  templateDescriptionMaxChars,
  templateMinutesMax,
  templateTitleMaxChars,
  urlMaxChars,
} from '#shared/constants.ts'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { difficulties } from '../contract.ts'
import type { TemplateForm } from './use-template-form.ts'

const levels = difficulties.map((value) => ({ value, label: value }))
const address = {
  type: 'url',
  inputMode: 'url',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: urlMaxChars,
} as const

export function TemplateFieldset({ form }: { form: TemplateForm }) {
  const {
    register,
    formState: { errors },
  } = form
  return (
    <div className="grid items-start gap-x-5 gap-y-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Field label="Title" error={errors.title?.message}>
          <Input required maxLength={templateTitleMaxChars} {...register('title')} />
        </Field>
      </div>
      <Field label="Instructor" error={errors.instructor?.message}>
        <Input required maxLength={instructorMaxChars} {...register('instructor')} />
      </Field>
      <Field label="Instructor’s title" error={errors.instructorTitle?.message}>
        <Input required maxLength={instructorMaxChars} {...register('instructorTitle')} />
      </Field>
      <div className="sm:col-span-2">
        <Field label="Description" error={errors.description?.message}>
          <Textarea required maxLength={templateDescriptionMaxChars} {...register('description')} />
        </Field>
      </div>
      <Field label="Duration in minutes" error={errors.duration?.message}>
        <Input
          type="number"
          required
          min={0}
          max={templateMinutesMax}
          step={1}
          inputMode="numeric"
          {...register('duration')}
        />
      </Field>
      <DifficultyChoice form={form} />
      <Addresses form={form} />
    </div>
  )
}

function DifficultyChoice({ form }: { form: TemplateForm }) {
  const value = useWatch({ control: form.control, name: 'difficulty' })
  return (
    <div className="grid min-w-0 gap-1.5">
      <span aria-hidden className="text-small font-strong">
        Difficulty
      </span>
      <Segmented
        legend="Difficulty"
        options={levels}
        value={value}
        onChange={(level) => form.setValue('difficulty', level, { shouldDirty: true })}
      />
    </div>
  )
}

function Addresses({ form }: { form: TemplateForm }) {
  const {
    register,
    formState: { errors },
  } = form
  return (
    <>
      <div className="sm:col-span-2">
        <Field
          label="Video"
          hint="The address of a file or stream (https://…), a YouTube link, or a path below /media/."
          error={errors.videoUrl?.message}
        >
          <Input required {...address} {...register('videoUrl')} />
        </Field>
      </div>
      <Field label="Thumbnail" optional hint="The address of a picture." error={errors.thumbnailUrl?.message}>
        <Input {...address} {...register('thumbnailUrl')} />
      </Field>
      <Field
        label="Captions"
        optional
        hint="The address of a WebVTT file."
        error={errors.captionsUrl?.message}
      >
        <Input {...address} {...register('captionsUrl')} />
      </Field>
    </>
  )
}

// Gallery: form fields plain, with a hint, invalid and disabled; checkboxes, switches and choices.
import { useState } from 'react'
import { Checkbox, Switch } from '#web/ui/checkbox.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

const moments = [
  { value: 'pre', label: 'Before' },
  { value: 'post', label: 'After' },
] as const

export function FieldsSection() {
  return (
    <section className="grid gap-5 border-t border-line pt-6">
      <h2 className="serif text-section">Fields</h2>
      <div className="grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <InputFields />
        <DiaryField />
        <Toggles />
        <Moment />
        <FormError>Not saved. Try again.</FormError>
      </div>
    </section>
  )
}

function InputFields() {
  const forgot = (
    <a className="link" href="#forgot">
      Forgot password?
    </a>
  )
  return (
    <>
      <Field label="Email" hint="Never shown to other members.">
        <Input type="email" autoComplete="off" placeholder="you@example.org" />
      </Field>
      <Field label="Password" error="Password is too weak. Please choose a stronger password." aside={forgot}>
        <Input type="password" autoComplete="off" defaultValue="short" />
      </Field>
      <Field label="Member since" hint="Can’t be changed.">
        <Input disabled defaultValue="November 21, 2026" />
      </Field>
    </>
  )
}

function DiaryField() {
  const [diary, setDiary] = useState('')
  return (
    <Field label="Diary" optional limit={{ chars: diary.length, max: 500 }}>
      <Textarea
        value={diary}
        placeholder="What did you notice?"
        onChange={(event) => setDiary(event.target.value)}
      />
    </Field>
  )
}

function Toggles() {
  return (
    <>
      <div>
        <Checkbox label="Remember me" defaultChecked />
        <Checkbox label="I am over sixteen" error="Please confirm this to continue." />
        <Checkbox label="Unavailable" disabled />
      </div>
      <div>
        <Switch label="Dark mode" hint="Saved on this device." />
        <Switch label="Captions" defaultChecked />
        <Switch label="Unavailable" disabled />
      </div>
    </>
  )
}

function Moment() {
  const [moment, setMoment] = useState<'pre' | 'post'>('pre')
  return (
    <div>
      <Segmented legend="When" options={moments} value={moment} onChange={setMoment} />
    </div>
  )
}

// 'Track Your Energy': how it is before and after a sitting, with a few words for the diary.
import { useState } from 'react'
import { diaryMaxChars, energyLevelDefaultIndex } from '#shared/constants.ts'
import { chicagoDay, dayInWords } from '#shared/day.ts'
import { messages } from '#shared/messages.ts'
import { logFailure } from '#web/log.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useChange } from '#web/use-call.ts'
import { energyCalls, type MoodType } from '../contract.ts'
import { emotionLevelOf } from '../levels.ts'
import { nextMoodType } from '../rules.ts'
import { keepEnergyDraft, readEnergyDraft, type EnergyDraft } from './energy-draft.ts'
import { LevelSelector } from './level-selector.tsx'
import { useEntries } from './use-entries.ts'

interface EnergyModalProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The joined session's day; today when absent (ENERGY-19). */
  sessionDate?: string
}

const options: readonly { value: MoodType; label: string }[] = [
  { value: 'pre', label: 'Before' },
  { value: 'post', label: 'After' },
]

const emptyDraft: EnergyDraft = { comment: '', index: energyLevelDefaultIndex, moodType: null }

/** The modal; what stands in it is made anew each time it opens. */
export function EnergyModal({ open, onOpenChange, sessionDate }: EnergyModalProps) {
  if (!open) return null
  return <OpenModal close={() => onOpenChange(false)} sessionDate={sessionDate} />
}

function OpenModal({ close, sessionDate }: { close: () => void; sessionDate: string | undefined }) {
  const [today] = useState(() => chicagoDay(serverNow()))
  const day = sessionDate ?? today
  const entries = useEntries()
  const [draft, setDraft] = useEnergyDraft()
  const moodType = draft.moodType ?? nextMoodType(entries.data ?? [], day)
  const save = useChange(energyCalls.saveEntry, {
    refetch: [energyCalls.entries],
    onSuccess: () => {
      keepEnergyDraft(null)
      close()
    },
    onError: (error) => logFailure('An energy entry was not saved.', error),
  })
  const submit = () => {
    // Chosen by pressing: should the entry be stored and its answer lost, another try is for the same one.
    setDraft({ ...draft, moodType })
    save.mutate({
      body: {
        sessionDate: day,
        emotionLevel: emotionLevelOf(draft.index),
        moodType,
        notes: null,
        comment: draft.comment.trim() === '' ? null : draft.comment.trim(),
      },
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && close()}
      title="Track Your Energy"
      description={day === today ? 'For today' : `For ${dayInWords(day)}`}
      footer={
        <>
          <Button variant="quiet" disabled={save.isPending} onClick={close}>
            Skip
          </Button>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Segmented
          legend="Before or after the meditation"
          options={options}
          value={moodType}
          onChange={(value) => setDraft({ ...draft, moodType: value })}
          disabled={save.isPending}
        />
        <LevelSelector
          value={draft.index}
          onChange={(index) => setDraft({ ...draft, index })}
          disabled={save.isPending}
        />
        <DiaryField
          value={draft.comment}
          onChange={(comment) => setDraft({ ...draft, comment })}
          disabled={save.isPending}
        />
        {save.isError && <FormError>{messages.notSaved}</FormError>}
      </div>
    </Dialog>
  )
}

function DiaryField(props: { value: string; onChange: (text: string) => void; disabled: boolean }) {
  const { value, onChange, disabled } = props
  return (
    <Field
      label="Diary"
      optional
      aside={
        <span className="tabular-nums">
          {value.length}/{diaryMaxChars} characters
        </span>
      }
    >
      <Textarea
        rows={3}
        maxLength={diaryMaxChars}
        value={value}
        readOnly={disabled}
        onChange={(event) => onChange(event.target.value.slice(0, diaryMaxChars))}
        placeholder="A few words. Only you will read them."
      />
    </Field>
  )
}

function useEnergyDraft(): [EnergyDraft, (draft: EnergyDraft) => void] {
  const [draft, setDraft] = useState<EnergyDraft>(() => readEnergyDraft() ?? emptyDraft)
  return [
    draft,
    (next) => {
      setDraft(next)
      keepEnergyDraft(next)
    },
  ]
}

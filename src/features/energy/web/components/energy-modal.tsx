// 'Track Your Energy' modal: the level before or after a sitting, with a diary comment.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { diaryMaxChars } from '#shared/constants.ts'
import { formatDay } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { objectionOf } from '#web/error-message.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { CharCounter } from '#web/ui/char-counter.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useCallMutation, useReadFailure } from '#web/use-call.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { useToday } from '#web/use-today.ts'
import { energyCalls, moodTypes, type MoodEntry, type MoodType } from '../../contract.ts'
import { currentPair } from '../../current-pair.ts'
import {
  currentDraft,
  openEnergyForm,
  recordedDraft,
  withoutSavedDraft,
  withDraft,
  withMoodType,
  type EnergyDraft,
  type EnergyForm,
} from '../../energy-form.ts'
import { entryOfType, type EntryPair } from '../../entry-pairs.ts'
import { emotionLevelOf, levelOf } from '../../levels.ts'
import { nextMoodType } from '../../rules.ts'
import { offerCare } from '../data/care-offer.ts'
import { clearUnconfirmed, readEnergyDrafts, writeEnergyDrafts } from '../data/energy-draft.ts'
import { useCurrentPairInput } from '../hooks/use-current-pair-input.ts'
import { useEntriesOfDay } from '../hooks/use-entries.ts'
import { LevelSelector } from './level-selector.tsx'

interface EnergyModalProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The joined session's day; today by default (ENERGY-19). */
  entryDay?: string
  /** The kind of entry that the prompt offers (ENERGY-21); by default the day's entries determine it. */
  offered?: MoodType
  /** The member's choice for the room's energy, sent with the entry; null, the default, sends none. */
  reflectionOptIn?: boolean | null
}

const moodTypeLabels: Record<MoodType, string> = { pre: t('Before'), post: t('After') }
const moodTypeOptions = moodTypes.map((value) => ({ value, label: moodTypeLabels[value] }))

/** The form resets each time the modal opens. */
export function EnergyModal({ open, onOpenChange, ...entry }: EnergyModalProps) {
  if (!open) return null
  return <OpenModal close={() => onOpenChange(false)} {...entry} />
}

interface OpenModalProps extends Omit<EnergyModalProps, 'open' | 'onOpenChange'> {
  close: () => void
}

function OpenModal({ close, entryDay, offered, reflectionOptIn = null }: OpenModalProps) {
  const today = useToday()
  const [day] = useState(entryDay ?? today)
  const entries = useDayEntries(day)
  const [form, update] = useEnergyForm(day, offered ?? null, entries.loaded)
  const entry = form.moodType && entries.loaded && entryOfType(entries.loaded, form.moodType)
  const recorded = recordedDraft(entry)
  const draft = currentDraft(form, recorded)
  const diary = useRef<HTMLTextAreaElement>(null)
  const saving = useSaveEntry(day, form, { draft, diary, entries, update, close, reflectionOptIn })
  const chosenLevel = useRef<HTMLInputElement>(null)
  useFocusOfRecorded(chosenLevel, recorded.index)
  const change = (changed: Partial<EnergyDraft>) =>
    update(withDraft(form, { ...draft, ...changed }, recorded))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !saving.isPending && close()}
      title={t('Track Your Energy')}
      size="wide-when-low"
      initialFocus={chosenLevel}
      description={day === today ? t('For today') : t('For {day}', { day: formatDay(day) })}
      footer={
        <>
          {/* In the footer: the end of the scrolling content may be out of sight. */}
          {saving.failure !== null && (
            <div className="w-full">
              <FormError>{saving.failure}</FormError>
            </div>
          )}
          <Button disabled={saving.isPending} onClick={close}>
            {t('Skip')}
          </Button>
          <Button
            variant="primary"
            disabled={entries.loaded === null}
            busy={saving.isPending}
            onClick={() => void saving.submit()}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 low:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] low:content-start low:gap-x-7">
        <div className="grid content-start justify-items-start gap-1.5">
          <Segmented
            legend={t('Before or after the meditation')}
            options={moodTypeOptions}
            value={form.moodType}
            onChange={(moodType) => update(withMoodType(form, moodType))}
            disabled={saving.isPending}
          />
          <DayStatus {...{ entries }} recorded={form.unconfirmed === form.moodType ? null : entry} />
        </div>
        <LevelSelector
          chosen={chosenLevel}
          value={draft.index}
          onChange={(index) => change({ index })}
          disabled={saving.isPending}
        />
        <div>
          <DiaryField
            ref={diary}
            value={draft.comment}
            onChange={(comment) => change({ comment })}
            disabled={saving.isPending}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** Keeps the focus on the chosen level when the day's entries choose another one. */
function useFocusOfRecorded(chosen: RefObject<HTMLInputElement | null>, index: number): void {
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement instanceof HTMLInputElement && activeElement.name === chosen.current?.name)
      chosen.current.focus({ preventScroll: true })
  }, [chosen, index])
}

/** Shows that entries load, failed to load, or what is recorded already (ENERGY-22, ENERGY-24). */
function DayStatus({ entries, recorded }: { entries: DayEntries; recorded: MoodEntry | null }) {
  if (entries.isFailed)
    return (
      <div className="flex flex-wrap items-center gap-3 pt-1.5">
        <FormError>{t('Your entries for this day didn’t load.')}</FormError>
        <Button busy={entries.isFetching} onClick={entries.reload}>
          {t('Try again')}
        </Button>
      </div>
    )
  return (
    <p role="status" className="min-h-5.5 text-small text-ink-3">
      <span>{dayStatus(entries, recorded)}</span>
    </p>
  )
}

function dayStatus({ loaded }: DayEntries, recorded: MoodEntry | null): string {
  if (loaded === null) return t('Loading…')
  if (recorded)
    return t('Saved: {level}. Save again to change it.', {
      level: translate(levelOf(recorded.emotionLevel).name),
    })
  return t('From Root (grounded) to Crown (connected): choose what is nearest.')
}

interface DiaryFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (text: string) => void
  disabled: boolean
}

/** Takes a longer text, and says so: an input method may still shorten it. */
function DiaryField({ ref, value, onChange, disabled }: DiaryFieldProps) {
  return (
    <Field
      label={t('Diary')}
      optional
      error={isTooLong(value) ? t('At most {max} characters.', { max: diaryMaxChars }) : undefined}
      aside={<CharCounter chars={value.length} max={diaryMaxChars} showsUnit />}
    >
      <Textarea
        ref={ref}
        rows={3}
        className="min-h-11.5!"
        value={value}
        readOnly={disabled}
        onChange={(event) => onChange(event.target.value)}
        placeholder={t('A few words. Only you will read them.')}
      />
    </Field>
  )
}

function isTooLong(comment: string): boolean {
  return comment.trim().length > diaryMaxChars
}

interface DayEntries {
  /** The pair of the pairInput, fetched after the modal opened; null until then. */
  loaded: EntryPair | null
  isFetching: boolean
  /** Whether the first fetch after the modal opened has failed. */
  isFailed: boolean
  reload: () => void
  /** Returns the pair of the server's current entries, or null when the request failed. */
  fetchLatest: () => Promise<EntryPair | null>
}

/** Entries cached before the modal opened may be stale, so they aren't used. */
function useDayEntries(day: string): DayEntries {
  const query = useEntriesOfDay(day, { enabled: true })
  const pairInput = useCurrentPairInput(day, { enabled: true })
  const [isLoaded, setLoaded] = useState(false)
  const isFailed = useReadFailure(query)
  const { isFetchedAfterMount, isFetching, isSuccess, refetch } = query
  // Those that came with the page aren't fetched on mount.
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch])
  if (!isLoaded && isFetchedAfterMount && isSuccess && !isFetching) setLoaded(true)
  return {
    loaded: isLoaded && pairInput ? currentPair(query.data ?? [], pairInput) : null,
    isFetching,
    isFailed: isFailed && !isLoaded,
    reload: () => void refetch(),
    fetchLatest: async () => {
      const { isSuccess, data } = await refetch()
      return isSuccess && pairInput ? currentPair(data ?? [], pairInput) : null
    },
  }
}

/** The form with this device's drafts. Once loaded, the day's entries determine an undecided kind (ENERGY-18). */
function useEnergyForm(day: string, offered: MoodType | null, loaded: DayEntries['loaded']) {
  const [form, setForm] = useState<EnergyForm>(() => openEnergyForm(readEnergyDrafts(day), offered))
  // Only while undecided: afterwards only the member changes the kind (ENERGY-22).
  if (loaded !== null && form.moodType === null) setForm(withMoodType(form, nextMoodType(loaded)))
  const update = (next: EnergyForm) => {
    setForm(next)
    writeEnergyDrafts(day, form, next)
  }
  // Closing the modal discards the mark of an unconfirmed save; a reload of the page keeps it.
  useEffect(() => () => clearUnconfirmed(day), [day])
  return [form, update] as const
}

interface SaveEntryDeps {
  draft: EnergyDraft
  diary: RefObject<HTMLTextAreaElement | null>
  entries: DayEntries
  update: (form: EnergyForm) => void
  close: () => void
  reflectionOptIn: boolean | null
}

/** Saves once per press; an entry from another tab or device is never replaced unseen (ENERGY-24). */
function useSaveEntry(
  day: string,
  form: EnergyForm,
  { draft: { comment, index }, diary, entries, update, close, reflectionOptIn }: SaveEntryDeps,
) {
  const [isChecking, setChecking] = useState(false)
  const save = useCallMutation(energyCalls.saveEntry, {
    refetch: [energyCalls.entries],
    onSuccess: ({ care, careCard }) => {
      update(withoutSavedDraft(form))
      close()
      if (care && careCard === 'show') offerCare(care)
    },
    onError: (error) => logFailure('An energy entry was not saved.', error),
  })
  const wasSavedElsewhere = async (moodType: MoodType) => {
    setChecking(true)
    const latest = await entries.fetchLatest()
    setChecking(false)
    const savedId = (pair: EntryPair | null) => pair && entryOfType(pair, moodType)?.id
    return latest !== null && savedId(latest) !== savedId(entries.loaded)
  }
  const submit = useSubmitGuard(async () => {
    const { moodType } = form
    if (moodType === null) return
    if (isTooLong(comment)) {
      diary.current?.focus()
      return
    }
    // After a lost response, the server's entry may be this one: Save then repeats the same request (I28).
    if (form.unconfirmed !== moodType && (await wasSavedElsewhere(moodType))) return
    update({ ...form, unconfirmed: moodType })
    save.mutate({
      body: {
        sessionDate: day,
        emotionLevel: emotionLevelOf(index),
        moodType,
        notes: null,
        comment: comment.trim() === '' ? null : comment.trim(),
        ...(reflectionOptIn !== null && { reflectionOptIn }),
      },
    })
  })
  return {
    submit,
    // The modal closes after the save, so further presses don't count.
    isPending: isChecking || save.isPending || save.isSuccess,
    failure: save.isError && !isChecking ? failureOf(save.error) : null,
  }
}

/** The server's objection to the entry; other failures ask for another try. */
function failureOf(error: Error): string {
  const isObjection = isCallError(error) && error.status === 400
  return isObjection ? objectionOf(error, messages.notSaved) : messages.notSaved
}

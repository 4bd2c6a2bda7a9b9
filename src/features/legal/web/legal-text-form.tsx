// Form of one legal text: where it comes from, what the community writes, and a preview of the page.
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { get, type FieldError, type UseFormReturn } from 'react-hook-form'
import { t, translate } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { errorMessageOf, isChangedMeanwhile } from '#web/error-message.ts'
import { CheckboxField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { useUntilChange } from '#web/forms/use-until-change.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DoneLabel } from '#web/ui/done-label.tsx'
import { Field } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { LanguageFolds } from '#web/ui/language-folds.tsx'
import { Markdown, parseMarkdown } from '#web/ui/markdown.tsx'
import { SaveFailure } from '#web/ui/save-failure.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { legalCalls, type LegalText, type LegalTexts } from '../contract.ts'
import { hasOperatorPlaceholder, legalPageNames, type LegalMode } from '../pages.ts'
import {
  composeLegalText,
  fillLegalPlaceholders,
  fillLegalText,
  legalTextMaxChars,
  responsibleMaxChars,
} from '../rules.ts'
import { draftOf, legalDraftSchema, type LegalDraft } from './legal-text-draft.ts'

const modeOptions: readonly { value: LegalMode; label: string }[] = [
  { value: 'shipped', label: t('Standard') },
  { value: 'added', label: t('Standard and yours') },
  { value: 'replaced', label: t('Only yours') },
]

const modeHints: Record<LegalMode, string> = {
  shipped: t('The page shows the text that comes with the app.'),
  added: t('The page shows the text that comes with the app, then yours under “From this community”.'),
  replaced: t('The page shows your text alone. New versions of the app don’t change it.'),
}

interface LegalTextFormProps {
  text: LegalText
  texts: LegalTexts
  /** Reads the texts again: null if that failed. */
  onReload: () => Promise<LegalText | null>
}

export function LegalTextForm({ text, texts, onReload }: LegalTextFormProps) {
  const { page } = text
  const [isAsking, setAsking] = useState(false)
  const saveButton = useRef<HTMLButtonElement>(null)
  const [isPreviewing, setPreviewing] = useState(false)
  const previewButton = useRef<HTMLButtonElement>(null)
  const { form, fields, send, undo, isSaving, isUndoing, result, failure, loadCurrent } = useLegalForm({
    text,
    onReload,
    // The pressed button goes.
    onUndone: () => saveButton.current?.focus(),
  })
  const { draft, change } = fields
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.getValues('isMaterial')) setAsking(true)
    else void send()
  }
  const confirm = async () => {
    await send()
    setAsking(false)
  }
  return (
    <form noValidate aria-label={translate(legalPageNames[page])} className="grid gap-6" onSubmit={submit}>
      <div className="grid justify-items-start gap-2">
        <Segmented
          legend={t('Text of the page {page}', { page: translate(legalPageNames[page]) })}
          options={modeOptions}
          value={draft.mode}
          onChange={(mode) => change({ mode })}
        />
        <p className="text-small text-ink-3">{modeHints[draft.mode]}</p>
      </div>
      <OwnTextFields text={text} {...fields} />
      {page === 'terms' && (
        <CheckboxField
          form={form}
          name="isMaterial"
          label={t('This change is material: members accept the terms again')}
          hint={t('Each member is asked once, when they next open the app. This can’t be undone.')}
        />
      )}
      {failure && <SaveFailure {...failure} onReload={loadCurrent} />}
      <div className="flex flex-wrap gap-3">
        <Button ref={saveButton} type="submit" variant="primary" busy={isSaving && !isAsking}>
          {result === 'saved' ? (
            <DoneLabel>{t('Saved')}</DoneLabel>
          ) : (
            t('Save {page}', { page: translate(legalPageNames[page]) })
          )}
        </Button>
        <Button ref={previewButton} aria-haspopup="dialog" onClick={() => setPreviewing(true)}>
          {t('Preview')}
        </Button>
        {text.undoUntil !== null && (
          <Button busy={isUndoing} onClick={undo}>
            {t('Undo the last change')}
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {result && results[result]}
      </p>
      <PreviewDialog
        {...{ text, texts, draft }}
        open={isPreviewing}
        onClose={() => setPreviewing(false)}
        returnFocusTo={previewButton}
      />
      <MaterialChangeDialog
        open={isAsking}
        members={texts.members}
        busy={isSaving}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
        returnFocusTo={saveButton}
      />
    </form>
  )
}

type LegalValues = LegalDraft & { isMaterial: boolean }

function valuesOf(text: LegalText): LegalValues {
  return { ...draftOf(text), isMaterial: false }
}

const notSaved = t('The text wasn’t saved. Please try again.')

const results = { saved: t('Text saved'), undone: t('The last change is undone') }

interface LegalFormOptions extends Pick<LegalTextFormProps, 'text' | 'onReload'> {
  onUndone: () => void
}

/** Saves the text, and undoes the last change. */
function useLegalForm({ text, onReload, onUndone }: LegalFormOptions) {
  const { page } = text
  const sent = useCallForm<typeof legalCalls.saveLegalText, LegalValues>(legalCalls.saveLegalText, {
    values: valuesOf(text),
    draft: { name: `legal:${page}`, schema: legalDraftSchema },
    toInput: ({ responsible, isMaterial, ...input }) => ({
      params: { page },
      body: { ...input, ...{ privacy: { responsible }, terms: { isMaterial }, care: {} }[page] },
    }),
    notSaved,
    onSaved: () => {
      // What is read again is shown then.
      form.reset({ ...form.getValues(), isMaterial: false })
      void onReload()
      setResult('saved')
    },
  })
  const { form } = sent
  const [result, setResult] = useUntilChange<keyof typeof results, LegalValues>(form)
  const undo = useCallMutation(legalCalls.undoLegalText, {
    onSuccess: ({ texts }) => {
      // Text typed since the undone change stays.
      form.setValue('version', texts.find((each) => each.page === page)?.version ?? text.version)
      void onReload()
      setResult('undone')
      onUndone()
    },
    onError: (error) => logFailure('The change of the legal text was not undone.', error),
  })
  return {
    form,
    fields: fieldsOf(form),
    isSaving: sent.isSaving,
    send: async () => {
      undo.reset()
      await sent.send()
    },
    isUndoing: undo.isPending,
    /** What was last done, until the next change. */
    result,
    undo: () => {
      if (undo.isPending) return
      sent.setFailure(null)
      undo.mutate({ params: { page }, body: { version: text.version } })
    },
    failure:
      sent.failure ??
      (undo.error && {
        message: errorMessageOf(undo.error, notSaved),
        isStale: isChangedMeanwhile(undo.error),
      }),
    loadCurrent: async () => {
      undo.reset()
      const current = await onReload()
      if (current) sent.load({ values: valuesOf(current) })
    },
  }
}

/** What is typed, as the fields and the preview show it. */
function fieldsOf(form: UseFormReturn<LegalValues>) {
  const { errors } = form.formState
  return {
    draft: form.watch(),
    change: (changes: Partial<LegalDraft>) => {
      for (const [name, value] of Object.entries(changes))
        form.setValue(name as keyof LegalDraft, value, { shouldDirty: true })
    },
    errorAt: (path: string) => get<typeof errors, FieldError | undefined>(errors, path)?.message,
  }
}

interface MaterialChangeDialogProps {
  open: boolean
  /** How many members are asked. */
  members: number
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

function MaterialChangeDialog({ members, ...dialog }: MaterialChangeDialogProps) {
  const { name } = useCommunity()
  return (
    <ConfirmDialog
      {...dialog}
      title={t(
        '{count, plural, one {Ask # member to accept the terms?} other {Ask all # members to accept the terms?}}',
        { count: members },
      )}
      description={t(
        'That includes you. Each is asked once, when they next open {community}, and goes on after accepting. You can’t undo this.',
        { community: name },
      )}
      confirm={t('Save and ask')}
      tone="primary"
    />
  )
}

interface OwnTextFieldsProps {
  text: LegalText
  draft: LegalDraft
  change: (changes: Partial<LegalDraft>) => void
  errorAt: (path: string) => string | undefined
}

function OwnTextFields({ text, draft, change, errorAt }: OwnTextFieldsProps) {
  const { mode } = draft
  return (
    <div className="grid content-start gap-5">
      {text.page === 'privacy' && mode !== 'replaced' && (
        <Field
          label={t('Who is responsible')}
          hint={t(
            'Your name, postal address, and an email address for questions, each on its line. The terms show it, too, and a link “Legal notice” can.',
          )}
          error={errorAt('responsible')}
          limit={{ chars: draft.responsible.length, max: responsibleMaxChars }}
        >
          <Textarea
            value={draft.responsible}
            onChange={(event) => change({ responsible: event.target.value })}
          />
        </Field>
      )}
      {mode !== 'shipped' && (
        <Field
          label={t('Your text')}
          hint={t(
            'Markdown: “## ” starts a heading, “- ” a list, **two stars** make text bold, [words](https://…) a link.',
          )}
          error={errorAt('text')}
          limit={{ chars: draft.text.length, max: legalTextMaxChars }}
        >
          <Textarea rows={12} value={draft.text} onChange={(event) => change({ text: event.target.value })} />
        </Field>
      )}
      {mode !== 'shipped' && <LegalTranslations {...{ draft, change, errorAt }} />}
      {mode === 'replaced' && draft.text === '' && (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => change({ text: fillLegalText(text.shipped, { added: '' }).trim() })}
        >
          {t('Start with the standard text')}
        </Button>
      )}
      {hasOperatorPlaceholder(composeLegalText(text.page, text.shipped, draft)) && (
        <InlineBanner>
          {text.page === 'privacy'
            ? t('This page doesn’t say yet who runs the place.')
            : t('This page doesn’t say yet who runs the place: fill in “Who is responsible” under Privacy.')}
        </InlineBanner>
      )}
    </div>
  )
}

function LegalTranslations({ draft, change, errorAt }: Omit<OwnTextFieldsProps, 'text'>) {
  const { translations } = draft
  return (
    <section aria-label={t('In other languages')} className="grid gap-2">
      <div className="grid gap-1">
        <h3 className="text-small font-strong">{t('In other languages')}</h3>
        <p className="text-small text-ink-3">
          {t('Each reader sees their own language, or the text above if there’s none.')}
        </p>
      </div>
      <LanguageFolds
        textOf={(language) => translations[language] ?? ''}
        hasError={(language) => errorAt(`translations.${language}`) !== undefined}
      >
        {(language) => (
          <Field
            label={t('Your text')}
            error={errorAt(`translations.${language}`)}
            limit={{ chars: translations[language]?.length ?? 0, max: legalTextMaxChars }}
          >
            <Textarea
              rows={12}
              lang={language}
              value={translations[language] ?? ''}
              onChange={({ target }) =>
                change({ translations: { ...translations, [language]: target.value } })
              }
            />
          </Field>
        )}
      </LanguageFolds>
    </section>
  )
}

interface PreviewDialogProps {
  text: LegalText
  texts: LegalTexts
  draft: LegalDraft
  open: boolean
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** The page as it would be saved. */
function PreviewDialog({ text, texts, draft, open, onClose, returnFocusTo }: PreviewDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      size="lg"
      title={t('Preview of {page}', { page: translate(legalPageNames[text.page]) })}
    >
      <PreviewText {...{ text, texts, draft }} />
    </Dialog>
  )
}

function PreviewText({ text, texts, draft }: Pick<PreviewDialogProps, 'text' | 'texts' | 'draft'>) {
  const { name } = useCommunity()
  const { page, shipped } = text
  const { chatDays, processors } = texts
  const { mode, text: own, responsible } = draft
  const composed = composeLegalText(page, shipped, { mode, text: own, responsible })
  return (
    <Markdown text={parseMarkdown(fillLegalPlaceholders(composed, { app: name, chatDays, processors }))} />
  )
}

// The form of one part of the settings; it saves that part alone.
import { clsx } from 'clsx'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { joiningModes, type CommunityLink } from '#shared/community.ts'
import { welcomeMaxChars } from '#shared/constants.ts'
import type { DecisionReason } from '#shared/decision-reasons.ts'
import type { EndpointInput } from '#shared/endpoint.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { errorMessageOf, isChangedMeanwhile, validationIssuesOf } from '#web/error-message.ts'
import { ValidatedForm } from '#web/forms/validated-form.tsx'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { DoneLabel } from '#web/ui/done-label.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Section } from '#web/ui/section.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useCallMutation } from '#web/use-call.ts'
import type { CareResource } from '../../care.ts'
import { careTextCalls, communityCalls, type CommunitySettings } from '../../contract.ts'
import { withReasonIds } from '../../reason-ids.ts'
import type { FieldValues } from '../../settings-draft.ts'
import type { CommunityPart, TranslatedText } from '../../settings-parts.ts'
import { communitySettings } from '../../settings.ts'
import { useRows, type Rows } from '../hooks/use-rows.ts'
import type { useSettingsDraft } from '../hooks/use-settings-draft.ts'
import type { SettingsFieldsProps } from '../settings-fields.ts'
import { CareFields } from './care-fields.tsx'
import { HeldWordsField } from './held-words-field.tsx'
import { LanguageField, TranslationFields } from './language-fields.tsx'
import { LinksFields } from './links-fields.tsx'
import { LookFields } from './look-fields.tsx'
import { NumberSections } from './number-sections.tsx'
import { ReasonsFields } from './reasons-fields.tsx'
import { SettingsConflicts } from './settings-conflicts.tsx'
import { BellField, NewScheduleFields, SeveralADayField } from './sitting-fields.tsx'

type Body = EndpointInput<typeof communityCalls.saveCommunitySettings>['body']

function bodyOf(typed: FieldValues): FieldValues {
  const { decisionReasons } = typed
  return decisionReasons ? { ...typed, decisionReasons: withReasonIds(decisionReasons) } : typed
}

interface SettingsFormProps {
  part: CommunityPart
  /** As last read; unsaved changes are shown over them. */
  settings: CommunitySettings
  draft: ReturnType<typeof useSettingsDraft>
  onSaved: (settings: CommunitySettings) => void
  /** Learns of a change that was refused, which may have brought newer settings. */
  onRefused: (error: unknown) => void
}

const joiningOptions = joiningModes.map((value) => ({
  value,
  label: translate(communitySettings.joining.values[value]),
}))

const joiningHints = {
  open: t('Anyone who finds the address can create an account.'),
  invitation: t('A new member needs an invitation, or a member’s link. Visitors don’t see your meditations.'),
  closed: t('No one can create an account. Visitors don’t see your meditations.'),
} as const

/** Saves the typed fields alone, so that what others change meanwhile stays. */
export function SettingsForm({ part, settings, draft, onSaved, onRefused }: SettingsFormProps) {
  const { values, typed, change, conflicts, decide, discard } = draft.over(settings, part)
  const conflictList = useRef<HTMLDivElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const sent = useRef(typed)
  const [isSaved, setSaved] = useState(false)
  const links = useRows(values.links, (changed) => change({ links: changed }))
  const resources = useRows(values.careResources, (changed) => change({ careResources: changed }))
  const reasons = useRows(values.decisionReasons, (changed) => change({ decisionReasons: changed }))
  const save = useCallMutation(communityCalls.saveCommunitySettings, {
    evict: [careTextCalls.care],
    onSuccess: (saved) => {
      draft.ownChange(sent.current, saved)
      onSaved(saved)
      setSaved(true)
    },
    onError: (error) => {
      logFailure('The community’s settings were not saved.', error)
      onRefused(error)
    },
  })
  const showConflicts = () => conflictList.current?.focus()
  const hasConflicts = conflicts.length > 0
  const isRefused = isChangedMeanwhile(save.error)
  useEffect(() => {
    if (isRefused && hasConflicts) conflictList.current?.focus()
  }, [isRefused, hasConflicts])
  const issues = validationIssuesOf(save.error)
  const isChanged = Object.keys(typed).length > 0
  // Says so until the next change.
  if (isSaved && isChanged && !save.isPending) setSaved(false)
  const fields: SettingsFieldsProps = {
    values,
    change,
    errorAt: (path) => issues.find((issue) => issue.path === path)?.message,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    // Conflicts are decided first.
    if (hasConflicts) return showConflicts()
    setSaved(false)
    sent.current = typed
    // Links have one of the known kinds: the server stores no others.
    save.mutate({ body: { ...bodyOf(typed), version: settings.version } as Body })
  }
  return (
    <ValidatedForm
      aria-label={t('Community')}
      className="grid gap-10"
      errorCount={issues.length}
      error={save.error}
      onSubmit={submit}
    >
      <SettingsSections {...{ part, fields, links, resources, reasons }} />
      {hasConflicts && (
        <SettingsConflicts
          ref={conflictList}
          fields={conflicts}
          {...{ settings, values }}
          decide={(decision) => {
            decide(decision)
            // The pressed button goes.
            const next = conflicts.length > 1 ? conflictList : saveButton
            next.current?.focus()
          }}
        />
      )}
      <SaveBar isAtHand={isChanged || isSaved || save.error !== null}>
        {save.error ? (
          <SaveError error={save.error} hasConflicts={hasConflicts} />
        ) : (
          hasConflicts && <ConflictBanner onShow={showConflicts} />
        )}
        <div className="flex flex-wrap gap-3">
          <Button ref={saveButton} type="submit" variant="primary" busy={save.isPending}>
            {isSaved ? <DoneLabel>{t('Saved')}</DoneLabel> : t('Save settings')}
          </Button>
          {isChanged && !save.isPending && (
            <DiscardButton
              onDiscard={() => {
                save.reset()
                discard()
              }}
            />
          )}
        </div>
        <p role="status" className="sr-only">
          {isSaved && adminMessages.communitySaved}
        </p>
      </SaveBar>
    </ValidatedForm>
  )
}

/** At hand while there is something to save; at rest it covers nothing. */
function SaveBar({ isAtHand, children }: { isAtHand: boolean; children: ReactNode }) {
  return (
    <div
      className={clsx(
        '-mt-10 grid gap-3 border-t border-line bg-bg py-3 lg:ps-88',
        isAtHand && 'sticky bottom-0 z-10',
      )}
    >
      {children}
    </div>
  )
}

interface SettingsSectionsProps {
  part: CommunityPart
  fields: SettingsFieldsProps
  links: Rows<CommunityLink>
  resources: Rows<CareResource>
  reasons: Rows<DecisionReason>
}

function SettingsSections(props: SettingsSectionsProps) {
  return (
    // The bar below would cover what is scrolled just into view.
    <div className="grid gap-10 [&_:is(a,button,input,select,summary,textarea)]:scroll-my-40">
      <SectionsOfPart {...props} />
    </div>
  )
}

function SectionsOfPart({ part, fields, links, ...care }: SettingsSectionsProps) {
  if (part === 'name') return <NameSections {...fields} />
  if (part === 'joining') return <JoiningSections {...fields} links={links} />
  if (part === 'rhythm') return <RhythmSections {...fields} />
  return <CareSections {...fields} {...care} />
}

function NameSections(fields: SettingsFieldsProps) {
  return (
    <>
      <Section
        fields="wide"
        title={t('Name and color')}
        lead={[
          t('Changes show at once, in every open page.'),
          t('The installation chose the first name and time zone. Since then, you change them only here.'),
        ].join(' ')}
      >
        <LookFields {...fields} />
      </Section>
      <Section
        fields="wide"
        title={t('Language')}
        lead={t(
          'Your own texts are in this language. So are emails to members who haven’t chosen one, and pages for browsers that ask for none of ours.',
        )}
      >
        <LanguageField {...fields} />
      </Section>
    </>
  )
}

function RhythmSections(fields: SettingsFieldsProps) {
  return (
    <>
      <Section fields="wide" title={t('Days')} lead={t('How often your community meets.')}>
        <SeveralADayField {...fields} />
      </Section>
      <Section
        fields="wide"
        title={t('Bell')}
        lead={t('Rings on every device that has not chosen another one in its settings.')}
      >
        <BellField {...fields} />
      </Section>
      <Section
        fields="wide"
        title={t('New schedules')}
        lead={t('Preselected in the form of a new schedule.')}
      >
        <NewScheduleFields {...fields} />
      </Section>
    </>
  )
}

function CareSections({
  resources,
  reasons,
  ...fields
}: SettingsFieldsProps & { resources: Rows<CareResource>; reasons: Rows<DecisionReason> }) {
  return (
    <>
      <Section
        fields="wide"
        title={t('Care')}
        lead={t(
          'Shown to a member whose sitting left them low, and in the help panel. The page Care shows only the places.',
        )}
      >
        <CareFields {...fields} resources={resources} />
      </Section>
      <TranslationsSection {...fields} text="careText" />
      <Section
        fields="wide"
        title={translate(communitySettings.decisionReasons.label)}
        lead={t(
          'Garden angels choose one when they decide. The member concerned reads it in their own language.',
        )}
      >
        <ReasonsFields {...fields} reasons={reasons} />
      </Section>
      <Section
        fields="wide"
        title={translate(communitySettings.heldWords.label)}
        lead={t(
          'A chat message with one of these words stays with its author, who is asked to say it another way. No one else sees it.',
        )}
      >
        <HeldWordsField {...fields} />
      </Section>
      <NumberSections {...fields} />
    </>
  )
}

function TranslationsSection(fields: SettingsFieldsProps & { text: TranslatedText }) {
  return (
    <Section
      fields="wide"
      title={t('In other languages')}
      lead={t('Each reader sees their own language, or the texts above if there’s none.')}
    >
      <TranslationFields {...fields} />
    </Section>
  )
}

/** Another administrator's change arrived while this one typed. */
function ConflictBanner({ onShow }: { onShow: () => void }) {
  return (
    <InlineBanner
      action={
        <Button size="sm" onClick={onShow}>
          {t('Choose')}
        </Button>
      }
    >
      {t('Fields that you changed were also changed elsewhere.')}
    </InlineBanner>
  )
}

function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Button variant="subtle" onClick={onDiscard}>
      {t('Discard changes')}
    </Button>
  )
}

/** Says why nothing was saved; after another administrator's change also how to go on. */
function SaveError({ error, hasConflicts }: { error: Error; hasConflicts: boolean }) {
  if (validationIssuesOf(error).length > 0)
    return <FormError>{t('Some fields are missing or invalid.')}</FormError>
  const message = errorMessageOf(error, adminMessages.communityNotSaved)
  if (!isChangedMeanwhile(error)) return <FormError>{message}</FormError>
  return (
    <FormError>
      {message}{' '}
      {hasConflicts
        ? t('Where you changed the same thing, please choose what to save.')
        : t('The form shows it now. Please look at it, and save again.')}
    </FormError>
  )
}

/** Who may join, and what visitors see. */
function JoiningSections({ links, ...fields }: SettingsFieldsProps & { links: Rows<CommunityLink> }) {
  const { values, change, errorAt } = fields
  return (
    <>
      <Section
        fields="wide"
        title={translate(communitySettings.joining.label)}
        lead={joiningHints[values.joining]}
      >
        <div>
          <Segmented
            legend={translate(communitySettings.joining.label)}
            options={joiningOptions}
            value={values.joining}
            onChange={(joining) => change({ joining })}
          />
        </div>
      </Section>
      <Section
        fields="wide"
        title={t('Welcome')}
        lead={t('Shown to visitors beside the sign-in, and in the footer.')}
      >
        <Field
          label={t('Welcome text')}
          optional
          error={errorAt('welcome')}
          limit={{ chars: values.welcome.length, max: welcomeMaxChars }}
        >
          <Textarea
            rows={4}
            value={values.welcome}
            onChange={(event) => change({ welcome: event.target.value })}
          />
        </Field>
        <LinksFields links={links} errorAt={errorAt} />
      </Section>
      <TranslationsSection {...fields} text="welcome" />
    </>
  )
}

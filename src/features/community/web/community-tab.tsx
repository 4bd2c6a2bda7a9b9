// Community tab: what administrators set for everyone (PULSE-06, CARE-04).
import { useRef, useState, type FormEvent } from 'react'
import { adminMessages } from '#shared/admin-messages.ts'
import {
  careResourcesMax,
  careTextMaxChars,
  reflectionPairsMinLeast,
  reflectionPairsMinMost,
} from '#shared/constants.ts'
import { isCallError } from '#web/call.ts'
import { errorMessageOf, validationIssuesOf } from '#web/error-message.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { SaveFailure } from '#web/ui/save-failure.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useCallMutation, useReadFailure } from '#web/use-call.ts'
import type { CareResource } from '../care.ts'
import { communityCalls, type CommunitySettings } from '../contract.ts'
import { careTextDefault } from '../rules.ts'

/** Reloads on every opening. */
export function CommunityTab() {
  const settings = useCall(communityCalls.communitySettings, {}, { uncached: true })
  const isFailed = useReadFailure(settings)
  const { data, isFetching, refetch } = settings
  const [formKey, setFormKey] = useState(0)
  if (data)
    return (
      <SettingsForm
        key={formKey}
        settings={data}
        onReload={async () => {
          const { isSuccess } = await refetch()
          if (isSuccess) setFormKey(formKey + 1)
        }}
      />
    )
  if (isFailed)
    return (
      <ErrorPanel title={adminMessages.communityFailed} busy={isFetching} onRetry={() => void refetch()}>
        The saved settings still apply.
      </ErrorPanel>
    )
  return (
    <>
      <p role="status" className="sr-only">
        Loading the settings
      </p>
      <Skeleton className="min-h-84" />
    </>
  )
}

/** A resource while it is edited; `key` lasts. */
interface ResourceInput extends CareResource {
  key: number
}

interface SettingsFormProps {
  settings: CommunitySettings
  onReload: () => Promise<void>
}

/** Starts with these settings; typed text stays until another key. */
function SettingsForm({ settings, onReload }: SettingsFormProps) {
  const [version, setVersion] = useState(settings.version)
  const [pairsMin, setPairsMin] = useState(`${settings.reflectionPairsMin}`)
  const [careText, setCareText] = useState(settings.careText)
  const resources = useResources(settings.careResources)
  const save = useCallMutation(communityCalls.saveCommunitySettings, {
    evict: [communityCalls.care],
    onSuccess: ({ version }) => {
      setVersion(version)
      toast({ title: adminMessages.communitySaved })
    },
    onError: (error) => logFailure('The community’s settings were not saved.', error),
  })
  const issues = validationIssuesOf(save.error)
  const errorAt = (path: string) => issues.find((issue) => issue.path === path)?.message
  const isStale = isCallError(save.error) && save.error.errorBody?.code === 'changed_meanwhile'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    save.mutate({
      body: {
        ...settings,
        version,
        reflectionPairsMin: Number(pairsMin),
        careText,
        careResources: resources.list.map(({ name, contact, where }) => ({ name, contact, where })),
      },
    })
  }
  return (
    <form noValidate aria-label="Community" className="grid max-w-[46rem] gap-10" onSubmit={submit}>
      <Section title="Room energy" lead="After a sitting, the room sees the average change.">
        <div className="max-w-md">
          <Field
            label="Show the room’s energy from … people"
            hint={`From ${reflectionPairsMinLeast} to ${reflectionPairsMinMost}. With fewer, nothing is shown.`}
            error={errorAt('reflectionPairsMin')}
          >
            <Input
              type="number"
              inputMode="numeric"
              min={reflectionPairsMinLeast}
              max={reflectionPairsMinMost}
              value={pairsMin}
              onChange={(event) => setPairsMin(event.target.value)}
            />
          </Field>
        </div>
      </Section>
      <Section
        title="Care"
        lead="Shown to a member whose sitting left them low, in the help panel, and on the page Care."
      >
        <Field
          label="What helps"
          optional
          hint="One sentence on each line. Left empty, these three are shown."
          error={errorAt('careText')}
          limit={{ chars: careText.length, max: careTextMaxChars }}
        >
          <Textarea
            rows={4}
            placeholder={careTextDefault}
            value={careText}
            onChange={(event) => setCareText(event.target.value)}
          />
        </Field>
        <ResourceFields resources={resources} errorAt={errorAt} />
      </Section>
      {save.isError && (
        <SaveFailure
          message={
            issues.length > 0
              ? 'Some fields are missing or invalid.'
              : errorMessageOf(save.error, adminMessages.communityNotSaved)
          }
          isStale={isStale}
          onReload={onReload}
        />
      )}
      <Button type="submit" variant="primary" className="justify-self-start" busy={save.isPending}>
        Save settings
      </Button>
    </form>
  )
}

function useResources(saved: readonly CareResource[]) {
  const nextKey = useRef(saved.length)
  const [list, setList] = useState<readonly ResourceInput[]>(() =>
    saved.map((resource, key) => ({ ...resource, key })),
  )
  return {
    list,
    add: () => {
      nextKey.current += 1
      setList([...list, { key: nextKey.current, name: '', contact: '', where: '' }])
    },
    change: (key: number, change: Partial<CareResource>) =>
      setList(list.map((resource) => (resource.key === key ? { ...resource, ...change } : resource))),
    drop: (key: number) => setList(list.filter((resource) => resource.key !== key)),
  }
}

interface ResourceFieldsProps {
  resources: ReturnType<typeof useResources>
  errorAt: (path: string) => string | undefined
}

function ResourceFields({ resources, errorAt }: ResourceFieldsProps) {
  const { list, add, change, drop } = resources
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <div className="grid gap-5">
      {list.length === 0 && (
        <p className="text-ink-2">
          No places to turn to yet. Members see the advice to call their local emergency number.
        </p>
      )}
      {list.map(({ key, name, contact, where }, index) => (
        <fieldset key={key} className="grid gap-3 rounded-panel border border-line bg-surface p-4">
          <legend className="sr-only">{name === '' ? `Place ${index + 1}` : name}</legend>
          <Field label="Name" error={errorAt(`careResources.${index}.name`)}>
            <Input value={name} onChange={(event) => change(key, { name: event.target.value })} />
          </Field>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <Field label="Phone number or https address" error={errorAt(`careResources.${index}.contact`)}>
              <Input
                dir="ltr"
                value={contact}
                onChange={(event) => change(key, { contact: event.target.value })}
              />
            </Field>
            <Field label="Where" optional error={errorAt(`careResources.${index}.where`)}>
              <Input value={where} onChange={(event) => change(key, { where: event.target.value })} />
            </Field>
          </div>
          <Button
            variant="subtle"
            size="sm"
            className="justify-self-start"
            aria-label={`Remove ${name === '' ? `place ${index + 1}` : name}`}
            onClick={() => {
              drop(key)
              addButton.current?.focus()
            }}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <Button
        ref={addButton}
        className="justify-self-start"
        aria-disabled={list.length >= careResourcesMax}
        onClick={() => {
          if (list.length < careResourcesMax) add()
        }}
      >
        {list.length < careResourcesMax ? 'Add a place to turn to' : `At most ${careResourcesMax} places`}
      </Button>
    </div>
  )
}

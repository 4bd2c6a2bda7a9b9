// The setting for reminders: what the member wants to hear of, how, and by which clock (REM-02, PLAN-04).
import { useState, type ReactNode } from 'react'
import { zoneCity } from '#shared/city-names.ts'
import type { EndpointInput } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { objectionOf } from '#web/error-message.ts'
import { messages } from '#web/i18n/messages.ts'
import { displayZone } from '#web/local-zone.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Switch } from '#web/ui/checkbox.tsx'
import { FormError } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TimeZoneField } from '#web/ui/time-zone-field.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { useChoices, useResponseUpdate } from '#web/use-choices.ts'
import { localZoneToSave } from '#web/zone-names.ts'
import { notificationChannels, notificationsCalls, type NotificationChoices } from '../contract.ts'
import { choicesAfter, isAnythingChosen, type ChoicesPress } from '../rules.ts'
import { ChosenTimes, ChosenWeekdays } from './chosen-hours.tsx'

interface NotificationsSettingProps {
  /** Mails go to confirmed addresses only. */
  isEmailConfirmed: boolean
  /** Whether notifications can reach the member: `never`, on `no-device` yet, or on `some`; null while it isn't known. */
  reach: 'never' | 'no-device' | 'some' | null
  /** Leads to the switch for notifications. */
  goToPushSwitch: () => void
}

export function NotificationsSetting({ reach, ...props }: NotificationsSettingProps) {
  const query = useCall(notificationsCalls.reminders, {}, { uncached: true, refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  const update = useResponseUpdate(notificationsCalls.reminders)
  const { pending, choose, errorOf } = useChoices(notificationsCalls.chooseReminders, {
    inputOf: (press: ChoicesPress): EndpointInput<typeof notificationsCalls.chooseReminders> => ({
      body: { ...(choices && zoneOfFirstChoice(choices)), ...press },
    }),
    onSaved: (saved) => update(() => saved),
    onError: (error) => logFailure('The choice of reminders was not saved.', error),
  })
  const choices: NotificationChoices | undefined = query.data && pending.reduce(choicesAfter, query.data)
  if (!choices || reach === null)
    return (
      <div className="flex min-h-12 flex-wrap items-center gap-3">
        {isFailed && (
          <>
            <FormError>{t('Your choices didn’t load.')}</FormError>
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              {t('Try again')}
            </Button>
          </>
        )}
      </div>
    )
  const sentenceOf = (field: keyof ChoicesPress) => {
    const error = errorOf(field)
    return error ? objectionOf(error, messages.notSaved) : undefined
  }
  const errorLineOf = (field: keyof ChoicesPress) => {
    const sentence = sentenceOf(field)
    return sentence !== undefined && <FormError>{sentence}</FormError>
  }
  return (
    <div className="grid gap-6">
      <Channels {...{ ...props, reach, choices, choose, sentenceOf, errorLineOf }} />
      <ChosenWeekdays
        weekdays={choices.weekdays}
        error={errorLineOf('weekdays')}
        onChange={(weekdays) => choose({ weekdays })}
      />
      <ChosenTimes
        times={choices.times}
        local={zoneOf(choices)}
        error={errorLineOf('times')}
        onChange={(times) => choose({ times })}
      />
      <TimeZoneField
        label={t('Your time zone')}
        value={choices.zone}
        inherited={{
          zone: communityZone(),
          label: t('The community’s ({city})', { city: zoneCity(communityZone()) }),
        }}
        hint={t('For the times in reminders and the coming days, and your evening before.')}
        error={sentenceOf('zone')}
        onChange={(zone) => choose({ zone: zone === '' ? null : zone })}
      />
    </div>
  )
}

/** The browser's zone with the first choice; later the member's own, or the community's (PLAN-04). */
function zoneOfFirstChoice(choices: NotificationChoices): Pick<ChoicesPress, 'zone'> {
  return choices.zone === null && !isAnythingChosen(choices) ? { zone: localZoneToSave() } : {}
}

/** The zone of the member's clock: the browser's until something is chosen. */
function zoneOf(choices: NotificationChoices): string {
  return choices.zone ?? (isAnythingChosen(choices) ? communityZone() : displayZone())
}

interface ChannelsProps extends NotificationsSettingProps {
  choices: NotificationChoices
  choose: (press: ChoicesPress) => void
  sentenceOf: (field: keyof ChoicesPress) => string | undefined
  errorLineOf: (field: keyof ChoicesPress) => ReactNode
}

const pushLabels = { possible: t('A notice'), impossible: t('A notice (not possible here)') }

function Channels(props: ChannelsProps) {
  const { choices, choose, isEmailConfirmed, reach, goToPushSwitch, sentenceOf, errorLineOf } = props
  const { tenMinutes, dayBefore, changes, news } = choices
  // A choice that has become impossible stays on this screen, so that it can be taken back.
  const [first] = useState(choices)
  const isPossible = reach !== 'never'
  const pushLabel = pushLabels[isPossible ? 'possible' : 'impossible']
  const usesMail = dayBefore === 'mail' || changes.includes('mail') || news
  const dayBeforeOptions = [
    { value: 'none', label: t('Nothing') },
    ...(isPossible || first.dayBefore === 'push' ? [{ value: 'push', label: pushLabel } as const] : []),
    { value: 'mail', label: t('An email') },
  ] as const
  const changeChannels = notificationChannels.filter(
    (channel) => channel === 'mail' || isPossible || first.changes.includes(channel),
  )
  return (
    <>
      {reach === 'no-device' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-ink-2">{t('Notices aren’t switched on yet on any of your devices.')}</p>
          <Button variant="subtle" size="sm" onClick={goToPushSwitch}>
            {t('To the switch')}
          </Button>
        </div>
      )}
      {(isPossible || first.tenMinutes !== null) && (
        <Switch
          label={t('Ten minutes before')}
          hint={
            isPossible
              ? t(
                  'A notice on each device where you switched notices on. None while you see the room, or have a seat in it.',
                )
              : pushLabel
          }
          error={sentenceOf('tenMinutes')}
          checked={tenMinutes !== null}
          onChange={(event) => choose({ tenMinutes: event.target.checked ? 'push' : null })}
        />
      )}
      <div className="grid justify-items-start gap-2">
        <p>{t('The day before, at 6 PM')}</p>
        <Segmented
          legend={t('The day before, at 6 PM')}
          options={dayBeforeOptions}
          value={dayBefore ?? 'none'}
          onChange={(value) => choose({ dayBefore: value === 'none' ? null : value })}
        />
        {errorLineOf('dayBefore')}
      </div>
      <fieldset className="grid min-w-0">
        <legend>{t('If a sitting moves or is canceled')}</legend>
        {changeChannels.map((channel) => (
          <Checkbox
            key={channel}
            label={channel === 'push' ? pushLabel : t('An email')}
            checked={changes.includes(channel)}
            onChange={(event) => choose({ changes: { [channel]: event.target.checked } })}
          />
        ))}
        {errorLineOf('changes')}
      </fieldset>
      <Switch
        label={t('News by email')}
        hint={t(
          'When your community has something to say to everyone. At most one mail a day, reminders included, besides word of changes.',
        )}
        error={sentenceOf('news')}
        checked={news}
        onChange={(event) => choose({ news: event.target.checked })}
      />
      {usesMail && !isEmailConfirmed && (
        <p className="text-ink-2">
          {t('Please confirm your email address first: emails go only to confirmed ones.')}
        </p>
      )}
    </>
  )
}

// The setting for notifications on this device.
import { t } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { messages } from '#web/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { FormError } from '#web/ui/field.tsx'
import type { PushObstacle } from '../contract.ts'
import { usePush } from './use-push.ts'

const obstacleSentences: Readonly<Record<PushObstacle, string>> = {
  https: t('Notices need a secure address (https), which this site doesn’t have.'),
  host: t(
    'Notices aren’t offered here, because this site has no public address. Its operator can change that.',
  ),
}

const unavailableSentences = {
  unsupported: t('This browser can’t show notices while the page is closed.'),
  'home-screen': t(
    'On an iPhone or iPad, notices come to the app on your home screen. Tap Share, then “Add to Home Screen”, open the app there, and come back to these settings.',
  ),
  blocked: t('Your browser blocks notices from this site. Allow them in its site settings, then come back.'),
} as const

/** `uid` is the member's. */
export function PushSetting({ uid }: { uid: string }) {
  const { state, pressed, error, turnOn, turnOff, retry } = usePush(uid)
  switch (state.status) {
    case 'loading':
      return <div className="min-h-12" />
    case 'failed':
      return (
        <div className="flex min-h-12 flex-wrap items-center gap-3">
          <FormError>{t('Your choice didn’t load.')}</FormError>
          <Button onClick={retry}>{t('Try again')}</Button>
        </div>
      )
    case 'not-offered':
      return <p>{obstacleSentences[state.obstacle]}</p>
    case 'unsupported':
    case 'home-screen':
    case 'blocked':
      return <p>{unavailableSentences[state.status]}</p>
    case 'on':
    case 'off': {
      const isOn = pressed ?? state.status === 'on'
      return (
        <Switch
          label={t('Notices on this device')}
          hint={
            pressed === null
              ? t('They come even while no page is open. Your browser asks first.')
              : t('One moment…')
          }
          error={error === null ? undefined : sentenceOf(error)}
          checked={isOn}
          onChange={isOn ? turnOff : turnOn}
        />
      )
    }
  }
}

function sentenceOf(error: Error): string {
  if (isCallError(error)) return messages.notSaved
  return t('This browser didn’t reach the service that brings its notices. Please try again later.')
}

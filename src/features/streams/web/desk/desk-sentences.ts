// What a desk says: of devices that fail, of the server's refusals, and of where the sound is. Pure.
import { t } from '#shared/i18n/t.ts'
import type { Stream } from '../../contract.ts'
import type { Cue, DeskMoment, Hearing } from './desk-clock.ts'
import type { DeskState } from './desk-state.ts'
import type { DeviceFailure, DeviceKind } from './devices.ts'
import type { StopReason } from './send-failure.ts'

const deviceSentences: Readonly<Record<DeviceKind, Readonly<Record<DeviceFailure, () => string>>>> = {
  microphone: {
    insecure: () =>
      t('A browser gives the microphone only to pages with https. Open this site by its https address.'),
    refused: () =>
      t(
        'The browser doesn’t let this page use your microphone. Allow it beside the address, then try again.',
      ),
    missing: () => t('No microphone was found. Connect one, then try again.'),
    taken: () =>
      t('Your microphone doesn’t start. If another program uses it, close that one, then try again.'),
    unplugged: () =>
      t('Your microphone is gone. Connect it again or choose another one: then they hear you again.'),
  },
  camera: {
    insecure: () =>
      t('A browser gives the camera only to pages with https. Open this site by its https address.'),
    refused: () =>
      t('The browser doesn’t let this page use your camera. Allow it beside the address, then try again.'),
    missing: () => t('No camera was found. They see the water instead.'),
    taken: () => t('Your camera doesn’t start. If another program uses it, close that one, then try again.'),
    unplugged: () => t('Your camera is gone. They see the water and still hear you.'),
  },
}

export function deviceSentence(kind: DeviceKind, failure: DeviceFailure): string {
  return deviceSentences[kind][failure]()
}

/** Why the recorder gives nothing. */
export function recorderSentence(failure: NonNullable<DeskState['recorderFailure']>): string {
  switch (failure) {
    case 'encodes-nothing':
      return t(
        'This browser can’t encode a live picture and sound. Use a current Chrome, Edge or Safari. The other way is OBS and a server of your own, whose playlist the template names.',
      )
    case 'not-loaded':
      return t('A part of this page didn’t load. Please reload the page and try again.')
    case 'stopped':
      return t('The recording has stopped. Start again: it continues where it stopped.')
  }
}

/** Why nothing more is sent. */
export function stopSentence(reason: StopReason, { mayStart }: Pick<Stream, 'mayStart'>): string {
  switch (reason) {
    case 'signed-out':
      return t('Your session has ended. Sign in again, then come back to this page.')
    case 'forbidden':
      return mayStart
        ? t('You no longer hold this sitting, so nothing of yours is sent.')
        : t('A moderator has ended your picture. Only moderators start it again.')
    case 'gone':
      return t('This sitting no longer takes place.')
    case 'spoken-elsewhere':
      return t('Someone else speaks in this sitting, or you do in another tab or on another device.')
    case 'ended':
      return t('The stream has ended.')
    case 'too-early':
      return t('You can send from an hour before the doors open.')
  }
}

/** 'You speak in 2:14'. */
export function cueSentence(cue: Cue, time: string): string {
  switch (cue) {
    case 'speak':
      return t('You speak in {time}', { time })
    case 'ring':
      return t('Ring your bell in {time}', { time })
    case 'finish':
      return t('Finish in {time}', { time })
    case 'ring-again':
      return t('Ring your second bell in {time}', { time })
    case 'say-goodbye':
      return t('Say goodbye in {time}', { time })
    case 'over':
      return t('Your part is over')
  }
}

export function phaseWord(phase: DeskMoment['phase']): string {
  switch (phase) {
    case 'open':
      return t('Not under way')
    case 'doors':
      return t('The doors are open')
    case 'gather':
      return t('Gathering')
    case 'bell':
      return t('The bell sounds')
    case 'meditation':
      return t('Meditation')
    case 'sharing':
      return t('Sharing')
  }
}

/** Where the sound of a desk is; `doors` is their time of day. */
export function hearingSentence(
  hearing: Hearing,
  { isMicrophoneOn, isMicrophoneSilent }: Pick<DeskState, 'isMicrophoneOn' | 'isMicrophoneSilent'>,
  doors: string,
): string {
  if (!isMicrophoneOn) return t('Your microphone is off: they hear nothing.')
  if (isMicrophoneSilent) return t('No sound comes from your microphone. Is it muted?')
  switch (hearing.kind) {
    case 'heard':
      return t('They hear you')
    case 'stored':
      return t('The server has your sound. They hear you from {time} on, when the doors open.', {
        time: doors,
      })
    case 'waiting':
      return isLongWait(hearing) ? t('They don’t hear you at the moment') : t('They don’t hear you yet')
  }
}

/** How much waits for the line; null while it isn't much. */
export function waitingSentence(hearing: Hearing): string | null {
  if (!isLongWait(hearing)) return null
  return t('{seconds} s wait to be sent. What waits for less than a minute isn’t lost.', {
    seconds: Math.round(hearing.waitingMs / 1_000),
  })
}

function isLongWait(hearing: Hearing): hearing is Extract<Hearing, { kind: 'waiting' }> {
  return hearing.kind === 'waiting' && hearing.waitingMs >= 4_000
}

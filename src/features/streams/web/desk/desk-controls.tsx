// The controls of a desk: devices, the test, and the beginning and the end of the teacher's part.
import { Mic, MicOff } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { formatTimeInSentence } from '#shared/local-time.ts'
import { displayZone } from '#web/local-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useServerNow } from '#web/use-server-now.ts'
import type { Stream } from '../../contract.ts'
import type { DeskState } from './desk-state.ts'
import { testMs, type Desk } from './desk.ts'
import type { DeviceKind } from './devices.ts'
import { LevelMeter } from './level-meter.tsx'
import { TestResult } from './test-result.tsx'

interface DeskControlsProps {
  stream: Stream
  state: DeskState
  desk: Desk
}

export function DeskControls(props: DeskControlsProps) {
  const id = useId()
  const { state, desk } = props
  const isOpen = state.step !== 'closed' && state.step !== 'asking'
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="serif text-section">
        {t('Teach from here')}
      </h2>
      {isOpen ? (
        <>
          <Steps {...props} />
          <Devices {...{ state, desk }} />
        </>
      ) : (
        <>
          <p className="max-w-[56ch] text-ink-2">
            {t(
              'Everyone who sits hears you by this page alone. First you hear yourself, for ten seconds; no one else does. Nothing is recorded.',
            )}
          </p>
          <Button
            variant="primary"
            className="justify-self-start max-sm:justify-self-stretch"
            busy={state.step === 'asking'}
            onClick={() => void desk.openMicrophone()}
          >
            {t('Use the microphone')}
          </Button>
        </>
      )}
    </section>
  )
}

/** Milliseconds until segments are taken, or not any more. */
function msToWindow({ fromMs, untilMs }: Pick<Stream, 'fromMs' | 'untilMs'>, nowMs: number): number | null {
  const next = [fromMs, untilMs].find((atMs) => atMs > nowMs)
  return next === undefined ? null : next - nowMs
}

function Steps({ stream, state, desk }: DeskControlsProps) {
  const { fromMs, untilMs, isClosed, teacher } = stream
  const nowMs = useServerNow(
    useCallback((atMs: number) => msToWindow({ fromMs, untilMs }, atMs), [fromMs, untilMs]),
  )
  const { step, test } = state
  if (step === 'speaking') return <Speaking {...{ state, desk }} />
  if (step === 'ending')
    return (
      <Notice text={t('They hear your last words. Then your part ends.')}>
        <Button onClick={() => void desk.endPart()}>{t('End at once')}</Button>
      </Notice>
    )
  if (step === 'testing') return test ? <TestResult test={test} /> : <TestRunning />
  if (nowMs < fromMs)
    return (
      <Notice
        text={t('You can test and speak from {time} on.', {
          time: formatTimeInSentence(fromMs, displayZone()),
        })}
      />
    )
  if (nowMs >= untilMs || stream.sitting.cancelled) return <Notice text={t('This sitting is over.')} />
  if (isClosed && state.stopReason === null)
    return <Notice text={t('A moderator has ended this picture. Only moderators start it again.')} />
  const hasTested = test?.kind === 'received'
  const isSpoken = stream.state === 'on' && teacher !== null
  return (
    <>
      {test && <TestResult test={test} />}
      {isSpoken && <Notice text={t('{name} is heard in this sitting.', { name: teacher.name })} />}
      <div className="flex flex-wrap gap-2.5 max-sm:*:grow">
        <Button variant={hasTested ? 'primary' : 'ghost'} onClick={() => void desk.speak()}>
          {t('Start speaking')}
        </Button>
        <Button variant={hasTested ? 'ghost' : 'primary'} onClick={() => void desk.test()}>
          {hasTested ? t('Test again') : t('Test for 10 seconds')}
        </Button>
      </div>
    </>
  )
}

function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status" className="text-ink-2">
        {text}
      </p>
      {children}
    </div>
  )
}

function TestRunning() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const animation = bar.current?.animate([{ scale: '0 1' }, { scale: '1 1' }], {
      duration: testMs,
      fill: 'forwards',
    })
    return () => animation?.cancel()
  }, [])
  return (
    <div className="grid gap-3">
      <p role="status">{t('Say a few words, for ten seconds. No one hears them but you.')}</p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-pill bg-sunken">
        <div ref={bar} className="size-full origin-left rounded-pill bg-primary rtl:origin-right" />
      </div>
    </div>
  )
}

function Speaking({ state, desk }: Pick<DeskControlsProps, 'state' | 'desk'>) {
  const { isMicrophoneOn } = state
  const Icon = isMicrophoneOn ? Mic : MicOff
  return (
    <>
      <p className="text-small text-ink-2">
        {t('Stay on this page while you speak: in another tab the browser slows it down.')}
      </p>
      <div className="flex flex-wrap gap-2.5 max-sm:*:grow">
        <Button
          variant={isMicrophoneOn ? 'ghost' : 'primary'}
          aria-pressed={!isMicrophoneOn}
          onClick={() => desk.switchMicrophone(!isMicrophoneOn)}
        >
          <Icon aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Mute')}
        </Button>
        <Button variant="danger" onClick={() => void desk.endPart()}>
          {t('End my part')}
        </Button>
      </div>
    </>
  )
}

function Devices({ state, desk }: Pick<DeskControlsProps, 'state' | 'desk'>) {
  const { camera, step } = state
  // A change in mid-test would be another test.
  const isFixed = step === 'testing' || step === 'ending'
  return (
    <div className="grid max-w-120 gap-3">
      {step !== 'ready' && <LevelMeter desk={desk} />}
      <Switch
        label={t('Camera')}
        checked={camera !== 'off'}
        disabled={isFixed}
        onChange={(event) => void desk.switchCamera(event.target.checked)}
      />
      <DeviceField kind="microphone" label={t('Microphone')} {...{ state, desk, isFixed }} />
      {camera === 'on' && (
        <DeviceField kind="camera" label={t('Which camera')} {...{ state, desk, isFixed }} />
      )}
    </div>
  )
}

interface DeviceFieldProps extends Pick<DeskControlsProps, 'state' | 'desk'> {
  kind: DeviceKind
  label: string
  isFixed: boolean
}

/** Only where there is a choice. */
function DeviceField({ kind, label, state, desk, isFixed }: DeviceFieldProps) {
  const options = state.devices[kind]
  if (options.length < 2) return null
  return (
    <Field label={label}>
      <Select
        value={state.chosen[kind] ?? options[0]?.id}
        disabled={isFixed}
        onChange={(event) => void desk.choose(kind, event.target.value)}
      >
        {options.map(({ id, label: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

// 'Check the video': its length, which a sitting that starts together needs (SYNC-23), and its bandwidth (TPL-25).
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { totalsCalls } from '#features/members/contract.ts'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCall } from '#web/use-call.ts'
import { bandwidthNote } from '../../bandwidth.ts'
import { parseMediaAddress, parseVideoAddress } from '../../media-address.ts'
import { formatVideoLength, lengthWarning, minutesOfVideo } from '../../rules.ts'
import { EndlessError, measureMegabytes, MeasureError, measureVideo } from '../data/measure-video.ts'
import type { TemplateForm } from '../hooks/use-template-form.ts'

/** `saysBandwidth`: of administrators, who know how many members there are. */
export function VideoLength({ form, saysBandwidth }: { form: TemplateForm; saysBandwidth: boolean }) {
  const { control, setValue, getValues, register } = form
  const [videoUrl, mediaSeconds, duration] = useWatch({
    control,
    name: ['videoUrl', 'mediaSeconds', 'duration'],
  })
  const [isChecking, setChecking] = useState(false)
  const [failure, setFailure] = useState<{ videoUrl: string; message: string } | null>(null)
  const [bitrate, setBitrate] = useState<{ videoUrl: string; bitsPerSecond: number | null } | null>(null)
  const video = parseVideoAddress(videoUrl)
  const setLength = (seconds: number | null) => {
    // The address may have been edited meanwhile.
    if (getValues('videoUrl') === videoUrl) setValue('mediaSeconds', seconds, { shouldDirty: true })
  }
  const check = async () => {
    if (video === null) return
    setChecking(true)
    setFailure(null)
    try {
      const measures = await measureVideo(video)
      setBitrate({ videoUrl, bitsPerSecond: measures.bitsPerSecond })
      setLength(measures.seconds)
      const audioUrl = getValues('audioUrl')
      const megabytes = await measureMegabytes(video, measures, parseMediaAddress(audioUrl))
      // The addresses may have been edited meanwhile.
      if (getValues('videoUrl') === videoUrl && getValues('audioUrl') === audioUrl)
        setValue('megabytes', megabytes, { shouldDirty: true })
    } catch (error) {
      if (!(error instanceof MeasureError)) throw error
      if (error instanceof EndlessError) setLength(null)
      setFailure({ videoUrl, message: error.message })
    } finally {
      setChecking(false)
    }
  }
  const bitsPerSecond = bitrate?.videoUrl === videoUrl ? bitrate.bitsPerSecond : null
  const checkError = failure?.videoUrl === videoUrl ? failure.message : undefined
  const lengthError = form.formState.errors.mediaSeconds?.message ?? checkError
  return (
    <div className="grid gap-2 sm:col-span-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={video === null} busy={isChecking} onClick={() => void check()}>
          {t('Check the video')}
        </Button>
        <p role="status" className="min-w-60 flex-1 text-small text-ink-2">
          <span>
            {mediaSeconds === null
              ? t('Its length isn’t known yet; a sitting that starts together needs it.')
              : t('Its length is {length}.', { length: formatVideoLength(mediaSeconds) })}
          </span>
          {saysBandwidth && bitsPerSecond !== null && (
            <Bandwidth bitsPerSecond={bitsPerSecond} isOwn={videoUrl.trim().startsWith('/')} />
          )}
        </p>
      </div>
      {mediaSeconds !== null && (
        <ProposedMinutes
          duration={duration.trim() === '' ? Number.NaN : Number(duration)}
          mediaSeconds={mediaSeconds}
          onUse={(minutes) =>
            setValue('duration', String(minutes), { shouldDirty: true, shouldValidate: true })
          }
        />
      )}
      {lengthError !== undefined && <FormError>{lengthError}</FormError>}
      <Checkbox
        label={t('Keep the tempo')}
        hint={t('For bowls, drones and music: the video is never played faster or slower.')}
        {...register('keepsTempo')}
      />
    </div>
  )
}

interface ProposedMinutesProps {
  /** In minutes, as typed; NaN while it isn't a number. */
  duration: number
  mediaSeconds: number
  onUse: (minutes: number) => void
}

/** Proposes the measured minutes in place of others, and warns of minutes that mislead (TPL-29). */
export function ProposedMinutes({ duration, mediaSeconds, onUse }: ProposedMinutesProps) {
  const minutes = minutesOfVideo(mediaSeconds)
  if (minutes === duration) return null
  const warning = lengthWarning({ duration, mediaSeconds })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="sm" onClick={() => onUse(minutes)}>
        {t('{minutes, plural, one {Use # minute} other {Use # minutes}}', { minutes })}
      </Button>
      {warning !== null && (
        <p role="status" className="min-w-60 flex-1 text-small text-danger">
          {warning}
        </p>
      )}
    </div>
  )
}

/** Mounted once a bitrate is known, so that the members are counted only then. */
function Bandwidth({ bitsPerSecond, isOwn }: { bitsPerSecond: number; isOwn: boolean }) {
  const { data, isPending } = useCall(totalsCalls.totals, {})
  return isPending ? null : ` ${bandwidthNote({ bitsPerSecond, isOwn, members: data?.totalUsers ?? null })}`
}

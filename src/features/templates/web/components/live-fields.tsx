// The fields of a live template: where its teacher is seen, who rings the bell, and whether the picture stays (STREAM-01).
import { useWatch } from 'react-hook-form'
import { totalsCalls } from '#features/members/contract.ts'
import type { LivePlace } from '#features/sittings/live-place.ts'
import { t } from '#shared/i18n/t.ts'
import { CheckboxField, TextField } from '#web/forms/fields.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { useCall } from '#web/use-call.ts'
import { uplinkNote } from '../../bandwidth.ts'
import type { TemplateForm } from '../hooks/use-template-form.ts'
import { addressInput } from './address-input.ts'

const places = [
  { value: 'here', label: t('From this site') },
  { value: 'address', label: t('By the address of a stream') },
  { value: 'elsewhere', label: t('Elsewhere, by a link') },
] as const satisfies { value: LivePlace; label: string }[]

const bells = [
  { value: 'clock', label: t('By the clock') },
  { value: 'teacher', label: t('By the teacher') },
] as const

interface LiveFieldsProps {
  form: TemplateForm
  /** Of administrators, who know how many members there are. */
  saysBandwidth: boolean
}

/** What was typed for the other places stays until the dialog closes. */
export function LiveFields({ form, saysBandwidth }: LiveFieldsProps) {
  const [place, bellBy] = useWatch({ control: form.control, name: ['livePlace', 'bellBy'] })
  return (
    <>
      <div className="min-w-0 sm:col-span-2">
        <ChoiceField
          label={t('Where the teacher is seen')}
          options={places}
          value={place}
          onChange={(chosen) => {
            form.setValue('livePlace', chosen, { shouldDirty: true })
            // The error of a field that is gone.
            form.clearErrors('liveSource')
          }}
        >
          {place === 'here' && (
            <p role="status" className="text-small text-ink-2">
              {t('The teacher speaks from their browser, and members see and hear them in the room.')}
              {saysBandwidth && <Uplink />}
            </p>
          )}
        </ChoiceField>
      </div>
      {place === 'address' && (
        <div className="sm:col-span-2">
          <TextField
            {...addressInput}
            form={form}
            name="liveSource"
            label={t('Address of the stream')}
            hint={t(
              'The https address of a playlist on another site; its path ends with .m3u8. Members load it from there, from the doors on.',
            )}
            required
          />
        </div>
      )}
      {place !== 'elsewhere' && (
        <div className="grid min-w-0 gap-3 sm:col-span-2">
          <ChoiceField
            label={t('The bell rings')}
            options={bells}
            value={bellBy}
            onChange={(chosen) => form.setValue('bellBy', chosen, { shouldDirty: true })}
          >
            <p className="text-small text-ink-2">
              {bellBy === 'clock'
                ? t('On each device, at the beginning and after these minutes.')
                : t('The teacher rings their own. The devices ring if no picture is there.')}
            </p>
          </ChoiceField>
          <CheckboxField
            form={form}
            name="pictureInSharing"
            label={t('The picture stays for the sharing')}
            hint={t('The teacher is seen and heard until the end of the sharing.')}
          />
        </div>
      )}
    </>
  )
}

/** Mounted for this site alone, so that the members are counted only then. */
function Uplink() {
  const { data, isPending } = useCall(totalsCalls.totals, {})
  return isPending ? null : ` ${uplinkNote(data?.totalUsers ?? null)}`
}

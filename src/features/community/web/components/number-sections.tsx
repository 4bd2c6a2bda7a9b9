// The numbers of the part Care: from how many people the room's energy is shown, and the days of chat.
import { t, translate } from '#shared/i18n/t.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { Section } from '#web/ui/section.tsx'
import { communitySettings } from '../../settings.ts'
import type { SettingsFieldsProps } from '../settings-fields.ts'

export function NumberSections(fields: SettingsFieldsProps) {
  return (
    <>
      <Section
        fields="wide"
        title={t('Room energy')}
        lead={t('After a sitting, the room sees the average change.')}
      >
        <SettingNumber
          {...fields}
          name="reflectionPairsMin"
          label={t('Show the room’s energy from … people')}
          hint={(bounds) => t('From {min} to {max}. With fewer, nothing is shown.', bounds)}
        />
      </Section>
      <Section
        fields="wide"
        title={t('Retention')}
        lead={t('Chat messages are deleted after this time. The page Privacy says the same.')}
      >
        <SettingNumber
          {...fields}
          name="chatDays"
          label={translate(communitySettings.chatDays.label)}
          hint={(bounds) => t('From {min} to {max}. Older messages are deleted within a day.', bounds)}
        />
      </Section>
    </>
  )
}

type SettingNumberProps = SettingsFieldsProps & {
  name: 'reflectionPairsMin' | 'chatDays'
  label: string
  hint: (bounds: { min: number; max: number }) => string
}

function SettingNumber({ values, change, errorAt, name, label, hint }: SettingNumberProps) {
  const { bounds } = communitySettings[name]
  const [min, max] = bounds
  return (
    <div className="max-w-md">
      <NumberField
        label={label}
        hint={hint({ min, max })}
        error={errorAt(name)}
        bounds={bounds}
        value={values[name]}
        onChange={(value) => change({ [name]: value })}
      />
    </div>
  )
}

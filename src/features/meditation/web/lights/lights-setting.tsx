// The setting that keeps the lights on.
import { t } from '#shared/i18n/t.ts'
import { Switch } from '#web/ui/checkbox.tsx'
import { useKeepsLights } from './keep-lights.ts'

export function LightsSetting() {
  const { keepsLights, setKeepsLights } = useKeepsLights()
  return (
    <Switch
      label={t('Keep the lights on')}
      checked={keepsLights}
      onChange={(event) => setKeepsLights(event.target.checked)}
    />
  )
}

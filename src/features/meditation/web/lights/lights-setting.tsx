// The setting that keeps the lights on.
import { Switch } from '#web/ui/checkbox.tsx'
import { useKeepsLights } from './keep-lights.ts'
import { t } from '#shared/t.ts'

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

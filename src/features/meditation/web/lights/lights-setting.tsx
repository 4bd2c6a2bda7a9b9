// The setting that keeps the lights on.
import { Switch } from '#web/ui/checkbox.tsx'
import { useKeepsLights } from './keep-lights.ts'

export function LightsSetting() {
  const { keepsLights, setKeepsLights } = useKeepsLights()
  return (
    <Switch
      label="Keep the lights on"
      checked={keepsLights}
      onChange={(event) => setKeepsLights(event.target.checked)}
    />
  )
}

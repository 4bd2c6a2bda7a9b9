// The choice to keep the lights on while everyone sits, saved on this device.
import { createDeviceChoice, useDeviceChoice } from '#web/device-choice.ts'

const lightsChoice = createDeviceChoice('lights', ['dim', 'keep'])

export function useKeepsLights(): { keepsLights: boolean; setKeepsLights: (keeps: boolean) => void } {
  return {
    keepsLights: useDeviceChoice(lightsChoice) === 'keep',
    setKeepsLights: (keeps) => lightsChoice.save(keeps ? 'keep' : 'dim'),
  }
}

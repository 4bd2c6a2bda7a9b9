// Microphone and camera of a desk: asking for them, and why they fail.
import { mediaDevices } from '#web/secure-context.ts'
import { framesPerSecond, pictureHeight, pictureWidth } from './desk-picture.ts'

export type DeviceKind = 'microphone' | 'camera'

/** Why a device gives nothing. */
export type DeviceFailure =
  /** The page isn't loaded over https. */
  | 'insecure'
  /** The person, the browser or the system doesn't allow it. */
  | 'refused'
  | 'missing'
  /** Another program has it, or it doesn't start. */
  | 'taken'
  /** It was there, and ended. */
  | 'unplugged'

const failureNames: Readonly<Record<string, DeviceFailure>> = {
  InsecurePageError: 'insecure',
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

/** Why a request for a device failed. */
export function deviceFailureOf(thrown: unknown): DeviceFailure {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : ''
  return failureNames[name] ?? 'taken'
}

/** Where the page isn't loaded over https a browser has no devices. */
export class InsecurePageError extends Error {
  override name = 'InsecurePageError'
}

export interface DeviceOption {
  id: string
  label: string
}

/**
 * Asks for a microphone; null for the usual one. Bowls and soft voices stay: what a browser takes for noise or echo is left
 * alone.
 */
export async function openMicrophone(id: string | null): Promise<MediaStream> {
  return devicesOfPage().getUserMedia({
    audio: {
      channelCount: 1,
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: true,
      ...(id === null ? {} : { deviceId: { exact: id } }),
    },
  })
}

/** Asks for a camera; null for the usual one. */
export async function openCamera(id: string | null): Promise<MediaStream> {
  return devicesOfPage().getUserMedia({
    video: {
      width: { ideal: pictureWidth },
      height: { ideal: pictureHeight },
      frameRate: { ideal: framesPerSecond, max: 30 },
      ...(id === null ? { facingMode: 'user' } : { deviceId: { exact: id } }),
    },
  })
}

/** The devices that may be chosen; their names are known once one is allowed. */
export async function listDevices(kind: DeviceKind): Promise<DeviceOption[]> {
  const all = (await mediaDevices()?.enumerateDevices()) ?? []
  const wanted = kind === 'microphone' ? 'audioinput' : 'videoinput'
  return all
    .filter((device) => device.kind === wanted && device.deviceId !== '' && device.label !== '')
    .map(({ deviceId: id, label }) => ({ id, label }))
}

/** Ends a device's stream. */
export function stopTracks(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function devicesOfPage(): MediaDevices {
  const devices = mediaDevices()
  if (devices === null) throw new InsecurePageError()
  return devices
}

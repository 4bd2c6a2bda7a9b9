// The interface between the form of the settings and its groups of fields.
import type { CommunitySettings } from '../contract.ts'
import type { SettingName } from '../settings.ts'

/** Without the version, which is sent by the form alone. */
export type SettingsValues = Pick<CommunitySettings, SettingName>

export interface SettingsFieldsProps {
  values: SettingsValues
  change: (changed: Partial<SettingsValues>) => void
  /** The error of a field by its path, such as `links.0.url`. */
  errorAt: (path: string) => string | undefined
}

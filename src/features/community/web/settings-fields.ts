// The interface between the form of the settings and its groups of fields.
import type { CommunitySettings } from '../contract.ts'

export interface SettingsFieldsProps {
  values: CommunitySettings
  change: (changed: Partial<CommunitySettings>) => void
  /** The error of a field by its path, such as `links.0.url`. */
  errorAt: (path: string) => string | undefined
}

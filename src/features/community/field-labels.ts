// Labels of the settings' fields, in the activity log and where two administrators changed the same ones.
import type { JoiningMode } from '#shared/community.ts'
import { text, type Text } from '#shared/t.ts'
import type { SettingsField } from './field-versions.ts'

export const settingsFieldLabels: Readonly<Record<SettingsField, Text>> = {
  logo: text('Logo'),
  zone: text('Time zone'),
  name: text('Name'),
  hue: text('Color'),
  language: text('Language'),
  welcome: text('Welcome text'),
  links: text('Links'),
  joining: text('Who may join'),
  bell: text('Bell'),
  severalADay: text('Several sittings a day'),
  newSchedules: text('New schedules'),
  careText: text('Care text'),
  careResources: text('Care resources'),
  translations: text('In other languages'),
  reflectionPairsMin: text('People for the room’s energy'),
  chatDays: text('Days of chat'),
}

export const joiningLabels: Readonly<Record<JoiningMode, Text>> = {
  open: text('Everyone'),
  invitation: text('By invitation'),
  closed: text('No one'),
}

// The settings of a community in tests.
import type { CommunitySettings } from '#features/community/contract.ts'
import type { SettingName } from '#features/community/settings.ts'
import { testCommunity } from '../web/community.ts'

export const testSettings: CommunitySettings = {
  ...testCommunity,
  reflectionPairsMin: 8,
  careText: '',
  translations: {},
  careResources: [],
  decisionReasons: [],
  heldWords: [],
  chatDays: 90,
  newSchedules: {
    scheduledTime: '00:00',
    together: true,
    doorsMinutes: 15,
    gatherSeconds: 60,
    bellSeconds: 8,
    silenceMinutes: 0,
    sharingMinutes: 15,
  },
  severalADay: false,
  undoUntil: null,
}

/** Another accepted value of each setting. */
export const otherSettings: Pick<CommunitySettings, SettingName> = {
  name: 'Pond & Reed',
  hue: 230,
  language: 'de',
  welcome: 'Come in.',
  links: [{ kind: 'website', label: 'Our house', url: 'https://example.org/' }],
  joining: 'closed',
  bell: 'gong',
  severalADay: true,
  newSchedules: { ...testSettings.newSchedules, scheduledTime: '19:00' },
  careText: 'Breathe out.',
  careResources: [{ name: 'Listening line', contact: '+1 555 0100', where: '' }],
  translations: { es: { welcome: 'Entra.', careText: '' } },
  reflectionPairsMin: 12,
  decisionReasons: [{ id: 'loud', text: 'It was loud.', translations: { de: { text: 'Es war laut.' } } }],
  heldWords: ['buy now'],
  chatDays: 40,
}

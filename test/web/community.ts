// The community of screens under test.
import type { PublicCommunity } from '#shared/community.ts'
import { testEras } from '../community-days.ts'

export const testCommunity: PublicCommunity = {
  version: 1,
  name: 'Stillwater',
  logo: null,
  hue: null,
  accent: null,
  zone: testEras[0].zone,
  zones: [...testEras],
  language: 'en',
  languages: ['en', 'de', 'es', 'pt-BR'],
  joining: 'open',
  welcome: '',
  welcomeLanguage: null,
  links: [],
  bell: 'bowl',
  termsVersion: 1,
  hasLegalNotice: false,
}

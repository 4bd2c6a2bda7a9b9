// A community as mails show it, for tests that render mails.
import type { MailSite } from '#server/mail/mail-layout.ts'

/** In English, without a logo, in the product's own colors. */
export const mailSite = (fields: Pick<MailSite, 'name' | 'publicUrl'>): MailSite => ({
  language: 'en',
  logo: null,
  hue: null,
  accent: { light: '#43295d', dark: '#d8c7ef' },
  ...fields,
})

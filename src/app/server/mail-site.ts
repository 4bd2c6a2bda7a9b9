// The community as mails show it, from its settings.
import { mailAccent } from '#features/community/accent.ts'
import { logoPath } from '#features/community/logo.ts'
import type { StoredSettings } from '#server/community/community.ts'
import type { Config } from '#server/config/config.ts'
import type { MailSite } from '#server/mail/mail-layout.ts'

export function mailSiteOf(
  { name, language, logoId, hue }: Pick<StoredSettings, 'name' | 'language' | 'logoId' | 'hue'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): MailSite {
  return {
    name,
    language,
    logo: logoId && logoPath(logoId, 'logo'),
    hue,
    accent: mailAccent(hue),
    publicUrl,
  }
}

// The logo's renditions and their addresses.

/** `logo` keeps its shape, for bars and mails; icons are squares; maskable ones leave room for any mask. */
export const logoKinds = [
  'logo',
  'icon-32',
  'icon-180',
  'icon-192',
  'icon-512',
  'maskable-192',
  'maskable-512',
] as const
export type LogoKind = (typeof logoKinds)[number]

/** The address of a rendition; `id` is the hash of the logo, so its content never changes. */
export function logoPath(id: string, kind: LogoKind): string {
  return `/media/logo/${id}/${kind}.png`
}

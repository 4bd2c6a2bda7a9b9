// Precache list: the files that the service worker fetches before a page asks for them. The build gives it to the worker.
import * as z from 'zod/mini'

/**
 * Not precached: large parts that few screens need, the picture of a teacher, which needs the line, the card that comes
 * with a response, dialogs of terms and moderation, and what limits a member's writing. Neither are the controls of hosts
 * and moderators, banners, and all screens but the meditation. They are cached on first use.
 */
const notPrecached =
  /screens[/](?!meditation)|hls-stream|room-picture|firebase-adapter|google-sign-in-button|temporal-polyfill|journey-modal|app-banners|care-banner|terms-dialog|host-tools|host-controls|sought-host|sitting-watch|failed-video-hint|message-controls|message-menu|open-cases|message-dialogs|mute-dialog|slow-mode-menu|writing-limits|sound-off|speak-dialog|ban-dialog|sign-up-contract|push-device/

/** Vite's manifest of a build, by source. */
export const builtFilesSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
    assets: z.optional(z.array(z.string())),
  }),
)

/** The paths of the files that `pages` may need, in order. */
export function precacheList(built: z.infer<typeof builtFilesSchema>, pages: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string) => {
    const found = built[name]
    if (!found || seen.has(name) || notPrecached.test(name)) return
    seen.add(name)
    for (const file of [found.file, ...(found.css ?? []), ...(found.assets ?? [])]) files.add(`/${file}`)
    for (const next of [...(found.imports ?? []), ...(found.dynamicImports ?? [])]) visit(next)
  }
  for (const page of pages) visit(page)
  return [...files].toSorted()
}

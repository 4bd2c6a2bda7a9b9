// Builds and serves the browser's code; bundles the server and its image worker into one file each.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import * as z from 'zod/mini'
import { devDocsPlugin } from './scripts/api/docs-plugin.ts'
import { readTranslations, translatedLanguages } from './scripts/messages/catalogues.ts'
import { messagesPlugin } from './scripts/messages/plugin.ts'
import { supportedBrowsers } from './scripts/supported-browsers.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The server reads its migrations and its texts from beside itself: `new URL('./migrations/', import.meta.url)`. */
function filesBesideServer(): Plugin {
  return {
    name: 'files-beside-server',
    writeBundle(options) {
      cpSync(here('./src/server/db/migrations'), `${options.dir}/migrations`, { recursive: true })
      const texts = translatedLanguages.map((name) => [name, Object.fromEntries(readTranslations(name))])
      writeFileSync(`${options.dir}/messages.json`, JSON.stringify(Object.fromEntries(texts)))
    },
  }
}

/** This build's language; a test may ask for the other direction. */
const language = process.env['BUILD_LANGUAGE'] ?? 'en'
const texts = messagesPlugin(language, process.env['BUILD_DIRECTION'])

/** The cities' names in this build's language alone; the pseudo-language has the English ones. */
const ownCities: Plugin = {
  name: 'own-cities',
  load: {
    filter: { id: /[\\/]src[\\/]shared[\\/]cities[\\/]cities\.ts$/ },
    handler: () => {
      const file = language.toLowerCase()
      const own = existsSync(here(`./src/shared/cities/${file}.ts`)) ? file : 'en'
      return `import * as own from './${own}.ts'\nexport const citiesIn = () => Object.values(own)[0]`
    },
  },
}

/** In development only, vite serves the gallery of components at /__gallery. */
function devGallery(): Plugin {
  const folder = new URL('./dev/gallery/', import.meta.url)
  return {
    name: 'gallery-while-developing',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/__gallery', (_request, response, next) => {
        const page = readFileSync(new URL('index.html', folder), 'utf8')
        // The folder is outside of vite's root.
        const html = page.replace('./main.tsx', `/@fs${folder.pathname}main.tsx`)
        server
          .transformIndexHtml('/__gallery', html)
          .then((text) => response.setHeader('content-type', 'text/html; charset=utf-8').end(text), next)
      })
    },
  }
}

/**
 * Not precached: large parts that few screens need, the card that comes with a response, the dialog of the terms, the controls of hosts and moderators, notices,
 * and all screens but the meditation. They are cached on first use.
 */
const notAhead =
  /screens[/](?!meditation)|hls-stream|firebase-adapter|google-sign-in-button|temporal-polyfill|journey-modal|app-notices|care-notice|terms-dialog|host-controls|chat-moderation|ban-dialog|sign-up-contract|push-device/

const builtFiles = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
    assets: z.optional(z.array(z.string())),
  }),
)

/**
 * Writes the list of the files that the service worker fetches ahead: everything the meditation may need; scripts/build.mjs
 * gives it to the worker. The offline page gets the shared style sheet; as an entry of its own it would move that sheet
 * into a common chunk.
 */
function filesAhead(): Plugin {
  const readPage = (name: string) => readFileSync(here(`./src/app/web/${name}`), 'utf8')
  return {
    name: 'files-ahead',
    writeBundle({ dir = '' }) {
      const built = z.parse(builtFiles, JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')))
      const seen = new Set<string>()
      const files = new Set<string>()
      const visit = (name: string) => {
        const found = built[name]
        if (!found || seen.has(name) || notAhead.test(name)) return
        seen.add(name)
        for (const file of [found.file, ...(found.css ?? []), ...(found.assets ?? [])]) files.add(`/${file}`)
        for (const next of [...(found.imports ?? []), ...(found.dynamicImports ?? [])]) visit(next)
      }
      for (const page of ['index.html', 'offline.ts']) visit(page)
      mkdirSync(join(dir, 'shells'))
      for (const name of readdirSync(here('./src/app/web/shells')))
        writeFileSync(join(dir, 'shells', name), texts.api.fillPage(readPage(`shells/${name}`)))
      const pathOf = (file = '') => `/${file}`
      const calmPage = texts.api
        .fillPage(readPage('offline.html'))
        .replace('./styles.css', pathOf(built['index.html']?.css?.[0]))
        .replace('./offline.ts', pathOf(built['offline.ts']?.file))
      writeFileSync(join(dir, 'offline.html'), calmPage)
      writeFileSync(join(dir, 'ahead.json'), JSON.stringify([...files].toSorted()))
    },
  }
}

const server: UserConfig = {
  root: here('.'),
  publicDir: false,
  plugins: [filesBesideServer()],
  build: {
    outDir: here('./dist/server'),
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: [
        here('./src/app/server/main.ts'),
        here('./src/app/server/commands.ts'),
        // A separate process, which the server starts from the file beside itself.
        here('./src/features/profile/server/picture-worker.ts'),
      ],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
}

/**
 * Modules that every screen needs go into one chunk: it compresses better than twenty small ones, in one request.
 * Modules that only some screens need stay separate, or a first visit to /auth would load all of them.
 */
const everywhere = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|use-sync-external-store|zod|clsx|class-variance-authority)/',
    'node_modules/@tanstack/(react-router|router-core|history|react-store|store)/',
    'src/shared/(community|constants|endpoint|format-number|id|error-body|paths|roles|search-fold|text|translations)[.]ts$',
    'src/features/auth/(contract|web/data/provider|web/hooks/use-(sign-out|user))[.]tsx?$',
    'src/features/community/public-contract[.]ts$',
    'src/app/web/(auth-document-isolation|install-prompt|load-community|load-failed|return-path|search-params)[.]tsx?$',
    'src/web/(call|community|community-days|content-language|page-title|drafts|error-message|log|messages|page-shell|run-on-time|server-clock|session-signals|visit-state|theme|toast|toast-store)[.]tsx?$',
    'src/web/(use-(focus-fallback|lazy-import|online|server-now|submit-guard)|wait-in-line)[.]tsx?$',
    'node_modules/lucide-react/dist/esm/icons/circle-check[.]',
    'src/web/ui/(button|checkbox|community-mark|empty-state|error-panel|field|input|presence-dot|rosette|spinner)[.]tsx$',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/** A chunk for modules that the account forms need. */
const forms = /node_modules[\\/]react-hook-form[\\/]|auth[\\/]web[\\/]components[\\/]password-input[.]tsx?$/

/** A chunk for the notices and mail buttons of the sign-in and the settings. */
const notices =
  /src[\\/](features[\\/]auth[\\/]web[\\/](components[\\/]mail-button|hooks[\\/]use-cooldown)|web[\\/]ui[\\/]inline-notice)[.]tsx?$|icons[\\/]mail[.]/

/** A chunk for tabs, and for the parts of theirs that dialogs and menus share. */
const tabs =
  /@radix-ui[\\/]react-(collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|tabs|use-[a-z-]+)[\\/]|src[\\/]web[\\/]ui[\\/]tabs[.]tsx$/

/** A chunk for modules that the meditation and the history need. */
const practice =
  /src[\\/](features[\\/]energy[\\/](contract|levels|rules|web[\\/]hooks[\\/]use-entries)|shared[\\/]format-list|web[\\/]ui[\\/]level-badge)[.]tsx?$/

/** A chunk for modules that every screen of a signed-in member needs. */
const signedIn = new RegExp(
  [
    'node_modules/@tanstack/(query-core|react-query)/',
    // The excluded icons belong to the sign-in, too, or to menus that are loaded when they open.
    'node_modules/lucide-react/dist/esm/icons/(?!(mail|eye|eye-off|circle-alert|calendar-days)[.])',
    'src/app/web/(account-trigger|app-layout|top-bar|nav-links)[.]tsx?$',
    'src/features/energy/web/data/care-offer[.]ts$',
    'src/features/rooms/web/presence-store[.]ts$',
    'src/features/rooms/contract[.]ts$',
    'src/shared/live/(channel-messages|live-errors|message-specs)[.]ts$',
    'src/shared/day-schema[.]ts$',
    'src/web/(device-choice|page-value|query-client|use-(call|close-on-back|lazy-overlay|media-query|today|width))[.]tsx?$',
    'src/web/ui/(avatar|search-field|segmented|skeleton|tooltip)[.]tsx$',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/** A chunk for the member's socket, which every signed-in screen opens in the end. */
const live =
  /src[\\/](shared[\\/](backoff|live[\\/](close-codes|live-client|room-key))|features[\\/](auth[\\/]web[\\/]data[\\/]fetch-close-reason|rooms[\\/]web[\\/]day-room)|web[\\/]live[\\/](live-socket|member-socket))[.]ts$/

/** A chunk for modules that the meditation shares only with parts that it loads itself. */
const room = new RegExp(
  [
    'features/chat/(contract|chat-reducer|web/data/chat-(drafts|room))',
    'features/energy/web/components/(energy-prompt|sitting-levels)',
    'features/help/contract',
    'features/meditation/(contract|rules)',
    'features/reflections/reflection',
    'features/thanks/contract',
    'shared/time-parts',
    'web/player/(group/group-status|player-stage|use-media-retry|video-actions|video-overlays|video-time)',
  ]
    .map((path) => `src/${path}[.]tsx?$`)
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

const web: UserConfig = {
  root: here('./src/app/web'),
  plugins: [texts, ownCities, react(), tailwindcss(), devDocsPlugin(), devGallery(), filesAhead()],
  build: {
    // scripts/build.mjs chooses another one for each language.
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: Object.entries(supportedBrowsers).map(([name, version]) => name + version),
    manifest: true,
    // WebKit never retries a module whose preload failed (bug 270357), so a part first requested while offline
    // stayed missing. Only the entry preloads what its screens need: a screen that fails to load offers a reload.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, modules, { hostId, hostType }) =>
        hostType === 'html' || /[/]index-[^/]+$/.test(hostId) ? modules : [],
    },
    // A font or image inlined in the style sheet would be downloaded by every page, needed or not.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // On a busy machine it would warn of the texts' plugin.
      checks: { bundlerTimings: false },
      input: {
        index: here('./src/app/web/index.html'),
        offline: here('./src/app/web/offline.ts'),
        sw: here('./src/app/worker/main.ts'),
      },
      output: {
        // The worker's URL is fixed, because the browser checks it for updates.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash:7].js'),
        // The first load lists the parts, and names don't compress: they would be 400 bytes of it. The manifest has them.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            // First: most chunks show texts, and a group takes the modules that its own import.
            {
              name: 'texts',
              test: /src[\\/](shared[\\/](t|language-names)|web[\\/]rich)[.]tsx?$|node_modules[\\/](@messageformat[\\/]runtime|make-plural)[\\/]/,
            },
            // Before the base, which imports its contract, but none of these.
            {
              name: 'auth-errors',
              test: /src[\\/](shared[\\/](sign-in-)?errors|features[\\/]auth[\\/]errors)[.]ts$/,
            },
            { name: 'base', test: everywhere },
            // Also in the sign-in's preview, which needs no more of them.
            { name: 'phases', test: /features[\\/]sittings[\\/]phases[.]ts$/ },
            { name: 'forms', test: forms },
            { name: 'notices', test: notices },
            { name: 'tabs', test: tabs },
            { name: 'signed-in', test: signedIn, minShareCount: 2 },
            {
              name: 'sittings',
              test: /features[\\/]sittings[\\/](contract|moment|scheduled-start|sitting)[.]ts$/,
            },
            { name: 'practice', test: practice, minShareCount: 2 },
            { name: 'live', test: live },
            // Each small chunk costs a hundred bytes of a first load.
            { name: 'picture', test: /features[\\/]profile[\\/](rules|web[\\/]data[\\/]picture-file)[.]ts$/ },
            {
              name: 'install',
              test: /src[\\/](app[\\/]web[\\/]use-install-state|web[\\/]home-screen)[.]ts$/,
            },
            // These two are also needed outside of the room, so in no larger chunk.
            { name: 'dawn-scene', test: /web[\\/]ui[\\/](dawn-scene|sky|use-sky)[.]tsx?$/ },
            { name: 'reader-time', test: /src[\\/](shared[\\/]reader-time|web[\\/]local-zone)[.]ts$/ },
            { name: 'room', test: room },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 5173),
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/media', '/pages', '/healthz', '/readyz', '/ws', '/manifest.webmanifest'].map((path) => [
        path,
        { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, ws: path === '/ws' },
      ]),
    ),
  },
}

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : web))

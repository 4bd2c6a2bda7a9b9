// Builds and serves the browser's code; bundles the server and its image worker into one file each.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import * as z from 'zod/mini'
import { devDocsPlugin } from './scripts/api/docs-plugin.ts'
import { readTranslations, translatedLanguages } from './scripts/messages/catalogs.ts'
import { messagesPlugin } from './scripts/messages/plugin.ts'
import { pageChunks } from './scripts/page-chunks.ts'
import { builtFilesSchema, precacheList } from './scripts/precache-list.ts'
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
 * Writes the list of the files that the service worker precaches: everything the meditation may need; scripts/build.mjs
 * gives it to the worker. The offline page and that of a hall get the shared style sheet; as entries of their own they would
 * move that sheet into a common chunk.
 */
function filesForWorker(): Plugin {
  const readPage = (name: string) => readFileSync(here(`./src/app/web/${name}`), 'utf8')
  return {
    name: 'files-for-worker',
    writeBundle({ dir = '' }) {
      const built = z.parse(
        builtFilesSchema,
        JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')),
      )
      mkdirSync(join(dir, 'shells'))
      for (const name of readdirSync(here('./src/app/web/shells')))
        writeFileSync(join(dir, 'shells', name), texts.api.fillPage(readPage(`shells/${name}`)))
      const pathOf = (file = '') => `/${file}`
      for (const [name, page, script] of [
        ['offline.html', readPage('offline.html'), 'offline.ts'],
        ['hall.html', hallPage(readPage('index.html')), 'hall.tsx'],
      ] as const) {
        const filled = texts.api
          .fillPage(page)
          .replace('./styles.css', pathOf(built['index.html']?.css?.[0]))
          .replace(`./${script}`, pathOf(built[script]?.file))
        writeFileSync(join(dir, name), filled)
      }
      const list = precacheList(built, ['index.html', 'offline.ts'])
      writeFileSync(join(dir, 'precache.json'), JSON.stringify(list))
    },
  }
}

/** A hall's page is the app's with another script, and without what makes it an app. */
function hallPage(index: string): string {
  return index
    .replace(' data-release="__RELEASE__"', '')
    .replace(/^.*(?:apple-mobile-web-app-title|rel="manifest").*\n/gm, '')
    .replace('./main.tsx', './hall.tsx')
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

const web: UserConfig = {
  root: here('./src/app/web'),
  plugins: [texts, ownCities, react(), tailwindcss(), devDocsPlugin(), devGallery(), filesForWorker()],
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
        hall: here('./src/app/web/hall.tsx'),
        sw: here('./src/app/worker/main.ts'),
      },
      output: {
        // The worker's URL is fixed, because the browser checks it for updates.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash:7].js'),
        // The first load lists the parts, and names don't compress: they would be 400 bytes of it. The manifest has them.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: { groups: pageChunks },
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

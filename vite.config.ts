// How the browser's part is built and served while developing, and how the server becomes one file.
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The server reads its migrations from disk beside itself: `new URL('./migrations/', import.meta.url)`. */
function migrationsBesideServer(): Plugin {
  return {
    name: 'migrations-beside-server',
    writeBundle(options) {
      cpSync(here('./src/server/migrations'), `${options.dir}/migrations`, { recursive: true })
    },
  }
}

const server: UserConfig = {
  root: here('.'),
  publicDir: false,
  plugins: [migrationsBesideServer()],
  build: {
    outDir: here('./dist/server'),
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
  },
}

const web: UserConfig = {
  root: here('./src/app/web'),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    manifest: true,
    // A font or picture inside the style sheet would be loaded by everybody, needed or not.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/media', '/healthz', '/readyz', '/ws'].map((path) => [
        path,
        { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, ws: path === '/ws' },
      ]),
    ),
  },
}

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : web))

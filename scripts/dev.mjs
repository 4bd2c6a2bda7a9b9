// npm run dev: the server and the web client, both reloading; stopping one, or Ctrl-C, stops both.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './npm.mjs'

await ensureInstalled()

// Set WEB_PORT for a second checkout beside this one.
const webPort = process.env.WEB_PORT ?? '5173'
const web = [`http://127.0.0.1:${webPort}`, `http://localhost:${webPort}`]
// Vite serves the page, so its origin is the one in links and the one that sockets may come from.
const env = { PUBLIC_URL: web.join(','), ...process.env }
const bin = join(root, 'node_modules')
const children = [
  ['tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/app/server/main.ts'],
  ['vite/bin/vite.js', '--clearScreen', 'false'],
].map(([tool = '', ...args]) =>
  spawn(process.execPath, [join(bin, tool), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
)

let isStopping = false
/** @param {number} code */
function stopChildren(code) {
  if (isStopping) return
  isStopping = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

for (const child of children) child.on('exit', (code) => stopChildren(code ?? 0))
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => stopChildren(0))
console.log(`Open ${web[0]}`)

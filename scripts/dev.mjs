// npm run dev: the server and the browser's part, both reloading; ending one, or Ctrl-C, ends both.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installWhatIsMissing, root } from './npm.mjs'

await installWhatIsMissing()

// Another one for a second copy beside this.
const webPort = process.env.WEB_PORT ?? '5173'
const web = [`http://127.0.0.1:${webPort}`, `http://localhost:${webPort}`]
// The page comes from vite, so that is the origin which links carry and sockets may come from.
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

let ending = false
/** @param {number} code */
function end(code) {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

for (const child of children) child.on('exit', (code) => end(code ?? 0))
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => end(0))
console.log(`Open ${web[0]}`)

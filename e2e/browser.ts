// Finds a browser for the tests: CHROME_PATH, one inside an npm package, an installed one, or Playwright's.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

type Browser = { executablePath: string; args: string[]; env?: Record<string, string> }

const root = fileURLToPath(new URL('..', import.meta.url))

// No flag relaxes the rules for pages: autoplay, mixed content and origins work as for a member.
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const howToGetOne =
  'No browser for the end-to-end tests: install Chromium or Google Chrome (Debian: apt-get install chromium), ' +
  'or run "npx playwright install chromium", or name one in CHROME_PATH.'

/**
 * The launch options of the first browser found: CHROME_PATH, the one bundled with @sparticuz/chromium (linux x64
 * only: the same everywhere, and without a window to draw it takes little more than half the time), a system
 * Chromium or Chrome, or else Playwright's own. Throws an error that says how to get one.
 */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.CHROME_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, and there is no such file.`)
    return { executablePath: named, args }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return packedBrowser()
  const installed = systemBrowsers().find((path) => existsSync(path))
  if (installed) return { executablePath: installed, args }
  if (existsSync(chromium.executablePath())) return { executablePath: chromium.executablePath(), args }
  throw new Error(howToGetOne)
}

function systemBrowsers(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const programFiles = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
  return [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...programFiles.flatMap((folder) =>
      folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [],
    ),
  ]
}

async function packedBrowser(): Promise<Browser> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const manifest = readFileSync(join(dirname(entry), '../../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const folder = join(root, 'node_modules/.cache', `chromium-${version}`)
  if (!existsSync(folder)) await unpack(folder)
  return {
    executablePath: join(folder, 'chromium'),
    args,
    env: {
      ...definedEnv(),
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/** Unpacks to a temporary folder and renames it when complete: an interrupted run leaves no partial result. */
async function unpack(folder: string): Promise<void> {
  const halfDone = `${folder}.${process.pid}`
  mkdirSync(halfDone, { recursive: true })
  const before = { ...process.env }
  // The package unpacks into TMPDIR, its libraries only on the platform that it expects.
  process.env.TMPDIR = halfDone
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
  try {
    const packed = await import('@sparticuz/chromium')
    await packed.default.executablePath()
  } finally {
    for (const name of ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
  writeFileSync(join(halfDone, 'fonts.conf'), fontSettings(join(folder, 'fonts')))
  try {
    renameSync(halfDone, folder)
  } catch (error) {
    rmSync(halfDone, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

function fontSettings(folder: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    `  <dir>${folder}</dir>`,
    `  <cachedir>${folder}/cache</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n')
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

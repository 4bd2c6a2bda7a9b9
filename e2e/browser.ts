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

const installHint =
  'No browser for the end-to-end tests: install Chromium or Google Chrome (Debian: apt-get install chromium), ' +
  'or run "npx playwright install chromium", or name one in CHROME_PATH.'

/**
 * The launch options of the first browser found: CHROME_PATH, that of @sparticuz/chromium, a system Chromium or
 * Chrome, or else Playwright's own. The second (linux x64 only) is the same everywhere, and takes little more than
 * half the time, without a window to draw. Throws an error that says how to get one.
 */
export async function findBrowser(): Promise<Browser> {
  const configuredPath = process.env.CHROME_PATH
  if (configuredPath) {
    if (!existsSync(configuredPath))
      throw new Error(`CHROME_PATH names ${configuredPath}, but that file doesn't exist.`)
    return { executablePath: configuredPath, args }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return bundledBrowser()
  const systemPath = systemBrowsers().find((path) => existsSync(path))
  if (systemPath) return { executablePath: systemPath, args }
  if (existsSync(chromium.executablePath())) return { executablePath: chromium.executablePath(), args }
  throw new Error(installHint)
}

function systemBrowsers(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const searchPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const programFiles = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
  return [
    ...searchPath.flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...programFiles.flatMap((folder) =>
      folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [],
    ),
  ]
}

async function bundledBrowser(): Promise<Browser> {
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
  const temporaryFolder = `${folder}.${process.pid}`
  mkdirSync(temporaryFolder, { recursive: true })
  const previousEnv = { ...process.env }
  // The package unpacks into TMPDIR, its libraries only on the platform that it expects.
  process.env.TMPDIR = temporaryFolder
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
  try {
    const chromiumPackage = await import('@sparticuz/chromium')
    await chromiumPackage.default.executablePath()
  } finally {
    for (const name of ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (previousEnv[name] === undefined) delete process.env[name]
      else process.env[name] = previousEnv[name]
    }
  }
  writeFileSync(join(temporaryFolder, 'fonts.conf'), fontSettings(join(folder, 'fonts')))
  try {
    renameSync(temporaryFolder, folder)
  } catch (error) {
    rmSync(temporaryFolder, { recursive: true, force: true })
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

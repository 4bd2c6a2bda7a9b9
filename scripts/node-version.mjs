// Imported first by every script that an operator starts: reports an outdated Node at once, in syntax that Node 14
// understands, instead of installing for half a minute and failing in a dependency.
import { readFileSync } from 'node:fs'

/**
 * The error message for a Node older than package.json requires; null for any other.
 * @param {string} version such as '20.19.0'
 * @param {string} wanted such as '>=24.0.0'
 * @returns {string | null}
 */
function versionProblem(version, wanted) {
  if (comparableVersion(version) >= comparableVersion(wanted.replace('>=', ''))) return null
  const least = wanted.replace('>=', '')
  return `Stillwater needs Node ${least} or newer; this is ${version}. Get one from https://nodejs.org/en/download.`
}

/** @param {string} version */
function comparableVersion(version) {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return (major * 1000 + minor) * 1000 + patch
}

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const problem = versionProblem(process.versions.node, engines.node)
if (problem !== null) {
  console.error(problem)
  process.exit(1)
}

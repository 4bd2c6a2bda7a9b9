// Writes the figures of a run between two markers in a page of the documentation.
import { readFileSync, writeFileSync } from 'node:fs'

const sections = {
  figures: { begin: '<!-- figures: written by `npm run bench -- --docs` -->', end: '<!-- /figures -->' },
  presence: {
    begin: '<!-- presence: written by `npm run bench -- presence --docs` -->',
    end: '<!-- /presence -->',
  },
  stream: {
    begin: '<!-- stream: written by `npm run bench -- stream --docs` -->',
    end: '<!-- /stream -->',
  },
}

/** @param {keyof typeof sections} section */
export function updateDocsFigures(page, section, figures) {
  const { begin, end } = sections[section]
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no markers for figures.`)
  writeFileSync(page, `${text.slice(0, from + begin.length)}\n\n${figures}\n\n${text.slice(to)}`)
}

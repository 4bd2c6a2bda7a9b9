// The benchmark report: prints each row at once, and those with targets as a Markdown table at the end.

const verdicts = { good: 'good', passes: 'passes', fails: 'FAILS' }

/** Collects rows. A target applies to the ratio to the reference, or to the value itself. */
export function createReport(write) {
  const parts = []

  const addRow = (row) => {
    parts.at(-1).rows.push(row)
    write(lineOf(row))
  }
  return {
    /** A remark about the running part. */
    addRemark: (text) => {
      parts.at(-1).description += ` ${text}.`
      write(`  ${text}`)
    },
    /** The value of the row with the key `name`; NaN if it wasn't measured. */
    metric: (name) => parts.flatMap(({ rows }) => rows).find((row) => row.key === name)?.ours ?? Number.NaN,
    startSection: (title, description = '') => {
      parts.push({ title, description, rows: [] })
      write(`\n${title}${description === '' ? '' : ` — ${description}`}`)
    },
    addRow,
    /** The tables of the sections whose titles `isWanted`. */
    markdown: (isWanted) =>
      parts
        .filter(({ title, rows }) => isWanted(title) && rows.some(({ target }) => target))
        .map(markdownOf)
        .join('\n\n'),
    /** How many targets are met, as a sentence to append; empty without targets. */
    verdict: () => {
      const all = parts
        .flatMap(({ rows }) => rows)
        .map(verdictOf)
        .filter((verdict) => verdict !== '')
      const count = (wanted) => all.filter((verdict) => verdict === wanted).length
      if (all.length === 0) return ''
      return ` Of ${all.length} targets, ${count(verdicts.good)} are good, ${count(verdicts.passes)} pass and ${count(verdicts.fails)} fail.`
    },
  }
}

/**
 * The verdict on a row: { what, unit, ours, reference?, target?: { of: 'ratio' | 'value', good, pass, atLeast? } }
 */
function verdictOf({ ours, reference, target }) {
  if (!target) return ''
  const value = target.of === 'ratio' ? ours / reference : ours
  const meets = (limit) => (target.atLeast ? value >= limit : value <= limit)
  if (meets(target.good)) return verdicts.good
  return meets(target.pass) ? verdicts.passes : verdicts.fails
}

function cellsOf(row) {
  const { what, unit, ours, reference, target } = row
  const sign = target?.atLeast ? '≥' : '≤'
  return {
    what,
    ours: `${formatValue(ours)} ${unit}`.trim(),
    reference: reference === undefined ? '' : `${formatValue(reference)} ${unit}`.trim(),
    ratio: reference === undefined ? '' : (ours / reference).toFixed(2),
    target: target ? `${target.of === 'ratio' ? '× ' : ''}${sign} ${target.good}, ${target.pass}` : '',
    verdict: verdictOf(row),
  }
}

function lineOf(row) {
  const { what, ours, reference, ratio, target, verdict } = cellsOf(row)
  const parts = [
    `  ${what.padEnd(58)} ${ours.padStart(12)}`,
    reference === '' ? '' : `of ${reference} = ${ratio}`,
    target === '' ? '' : `[${target}] ${verdict}`,
  ]
  return parts.filter((part) => part !== '').join('  ')
}

const columns = {
  what: '',
  ours: 'Stillwater',
  reference: 'reference',
  ratio: 'ratio',
  target: 'target (good, pass)',
  verdict: '',
}

/** A part's rows with a target. */
function markdownOf({ title, description, rows: all }) {
  const rows = all.filter(({ target }) => target)
  const names = Object.keys(columns)
  const line = (cells) => `| ${names.map((name) => cells[name]).join(' | ')} |`
  const rule = line(
    Object.fromEntries(
      names.map((name) => [name, ['ours', 'reference', 'ratio'].includes(name) ? '--:' : '---']),
    ),
  )
  const table = [line(columns), rule, ...rows.map((row) => line(cellsOf(row)))].join('\n')
  return `### ${title}\n\n${description === '' ? '' : `${description}\n\n`}${table}`
}

/** Formats a number to three significant digits. */
export function formatValue(value) {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2
  return value.toFixed(digits)
}

// The benchmark report: prints figures at once, and a Markdown table at the end.

const verdicts = { good: 'good', holds: 'passes', fails: 'FAILS' }

/** Collects rows. A target applies to the ratio to the reference, or to the value itself. */
export function createReport(write) {
  const parts = []

  const note = (row) => {
    parts.at(-1).rows.push(row)
    write(lineOf(row))
  }
  return {
    /** A note about the running part. */
    remark: (words) => {
      parts.at(-1).words += ` ${words}.`
      write(`  ${words}`)
    },
    /** The figure of the row named `name`; NaN if it wasn't measured. */
    figure: (name) => parts.flatMap(({ rows }) => rows).find((row) => row.as === name)?.ours ?? Number.NaN,
    begin: (title, words = '') => {
      parts.push({ title, words, rows: [] })
      write(`\n${title}${words === '' ? '' : ` — ${words}`}`)
    },
    note,
    markdown: () => parts.map(markdownOf).join('\n\n'),
    /** How many targets are met, as a sentence to append; empty without targets. */
    verdict: () => {
      const all = parts
        .flatMap(({ rows }) => rows)
        .map(verdictOf)
        .filter((verdict) => verdict !== '')
      const count = (wanted) => all.filter((verdict) => verdict === wanted).length
      if (all.length === 0) return ''
      return ` Of ${all.length} targets, ${count(verdicts.good)} are good, ${count(verdicts.holds)} pass and ${count(verdicts.fails)} fail.`
    },
  }
}

/**
 * The verdict on a row: { what, unit, ours, reference?, peers?, target?: { of: 'ratio' | 'value', good, hold,
 * atLeast? } }
 */
function verdictOf({ ours, reference, target }) {
  if (!target) return ''
  const figure = target.of === 'ratio' ? ours / reference : ours
  const meets = (limit) => (target.atLeast ? figure >= limit : figure <= limit)
  if (meets(target.good)) return verdicts.good
  return meets(target.hold) ? verdicts.holds : verdicts.fails
}

function cellsOf(row) {
  const { what, unit, ours, reference, peers = {}, target } = row
  const sign = target?.atLeast ? '≥' : '≤'
  return {
    what,
    ours: `${formatFigure(ours)} ${unit}`.trim(),
    reference: reference === undefined ? '' : `${formatFigure(reference)} ${unit}`.trim(),
    ratio: reference === undefined ? '' : (ours / reference).toFixed(2),
    target: target ? `${target.of === 'ratio' ? '× ' : ''}${sign} ${target.good}, ${target.hold}` : '',
    verdict: verdictOf(row),
    peers: Object.entries(peers)
      .map(
        ([name, value]) =>
          `${name} ${formatFigure(value)}${reference === undefined ? '' : ` (× ${(value / reference).toFixed(2)})`}`,
      )
      .join(', '),
  }
}

function lineOf(row) {
  const { what, ours, reference, ratio, target, verdict, peers } = cellsOf(row)
  const parts = [
    `  ${what.padEnd(58)} ${ours.padStart(12)}`,
    reference === '' ? '' : `of ${reference} = ${ratio}`,
    target === '' ? '' : `[${target}] ${verdict}`,
    peers,
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
  peers: 'alternatives',
}

function markdownOf({ title, words, rows }) {
  const names = Object.keys(columns)
  const line = (cells) => `| ${names.map((name) => cells[name]).join(' | ')} |`
  const rule = line(
    Object.fromEntries(
      names.map((name) => [name, ['ours', 'reference', 'ratio'].includes(name) ? '--:' : '---']),
    ),
  )
  const table = [line(columns), rule, ...rows.map((row) => line(cellsOf(row)))].join('\n')
  return `### ${title}\n\n${words === '' ? '' : `${words}\n\n`}${table}`
}

/** Formats a number to three significant digits. */
export function formatFigure(value) {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2
  return value.toFixed(digits)
}

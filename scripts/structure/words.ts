// The words of the project: docs/writing.md gives each word one meaning, and names the words that mark clumsy prose.
import { parseSync } from 'vite'
import { readFiles, type SourceFile } from './source-files.ts'

/** How often each file breaks each rule. */
export type WordCounts = Record<string, Record<string, number>>

interface WordRule {
  word: string
  /** Of a part of a name or of a word in a text, in lower case. */
  forms: RegExp
  /** The files in which the word is banned; everywhere without it. */
  files?: RegExp
}

const ofTheRoom =
  /^(src\/features\/(sittings|meditation|chat|help|thanks)|src\/app\/web\/screens\/meditation|src\/web\/player)/

const words: readonly WordRule[] = [
  { word: 'quiet', forms: /^quiet(ly|er)?$/ },
  // A planned start is that of the schedule, whatever a host changed.
  { word: 'plan', forms: /^plan(s|ning)?$/ },
  { word: 'answer', forms: /^(un)?answer(s|ed|ing)?$/ },
  { word: 'counted', forms: /^(counted|counting)$/ },
  { word: 'apart', forms: /^apart$/ },
  { word: 'begun', forms: /^begun$/ },
  { word: 'kept', forms: /^kept$/ },
  { word: 'settle', forms: /^(un)?settle[sd]?$/ },
  { word: 'due', forms: /^due$/ },
  { word: 'remembered', forms: /^remembered$/ },
  { word: 'believed', forms: /^believed?$/ },
  { word: 'told', forms: /^(un)?told$/ },
  { word: 'whoever', forms: /^(whoever|nobody|somebody|anew)$/ },
  { word: 'stands', forms: /^stands$/ },
  { word: 'tells', forms: /^tells$/ },
  { word: 'reckon', forms: /^reckon(s|ed|ing)?$/ },
  { word: 'picture', forms: /^pictures?$/, files: ofTheRoom },
  {
    word: 'note',
    forms: /^(note|noted)$/,
    files:
      /^src\/(features\/(sittings|meditation|chat|help|thanks|energy|history|journey|reflections|care)|app\/web)\//,
  },
  { word: 'session', forms: /^sessions?$/, files: /^src\/features\/(meditation|sittings|thanks)\// },
]

const phrases = /\b(so often|by oneself|of (?:its|their) own|who comes?)\b/gi

/** Names of the platform, of libraries and of the specification, which contain a banned word. */
const terms =
  /\b(allSettled|dynamicImportSettled|PromiseSettledResult|onSettled|sessionDate|sessionSteps|(?:join|leave|first)-session|session-(?:changed|signals)|session_ended|rewardFirstSession|publishSessionSignal|mediaSession|MediaSession|audioSession|audio-session|useSession|meditation_sessions\w*|profilePicture|isPictureInPicture|picture-in-picture|cancelNote|It has begun)\b|[a-zA-Z]*[pP]ictureInPicture\w*|PictureInPicture\w*|[qQ]uery[- ]?[pP]lan\w*|\bPlans?\b|QUERY PLAN|due to\b|(?:far|weeks|hours) apart\b|\/api\/session\b/g

/** At most so many words a sentence. */
const sentenceMaxWords = 24

const rulesOfParts = new Map<string, readonly WordRule[]>()

/** The rules that a part of a name may break. The sources repeat few parts a million times. */
function rulesOf(part: string): readonly WordRule[] {
  const known = rulesOfParts.get(part)
  if (known) return known
  const rules = words.filter(({ forms }) => forms.test(part.toLowerCase()))
  rulesOfParts.set(part, rules)
  return rules
}

/** The rules that a file breaks, and how often: in its names, texts and comments. */
export function wordCounts(file: SourceFile): Record<string, number> {
  const counts: Record<string, number> = {}
  const add = (word: string) => {
    counts[word] = (counts[word] ?? 0) + 1
  }
  const text = file.text.replace(terms, '')
  for (const [part] of text.matchAll(/[A-Z]?[a-z]+/g)) {
    for (const rule of rulesOf(part)) if (rule.files?.test(file.path) ?? true) add(rule.word)
  }
  for (const [phrase] of text.matchAll(phrases)) add(phrase.toLowerCase())
  for (const sentence of sentencesOf(file)) {
    if (sentence.split(/\s+/).length > sentenceMaxWords) add('long sentence')
    if (/^(What|Who) .*[^?]$/.test(sentence)) add('clause as the subject')
  }
  return counts
}

/** The sentences of a file's comments, without their codes. */
export function sentencesOf(file: SourceFile): string[] {
  const { comments } = parseSync(file.path, file.text)
  const blocks: string[] = []
  let lastEnd = -1
  for (const { type, value, start, end } of comments) {
    const isContinued = type === 'Line' && /^\n *$/.test(file.text.slice(lastEnd, start))
    const prose = value.replace(/^[ \t]*\*+(?!\/) ?/gm, '').trim()
    if (isContinued) blocks.push(`${blocks.pop() ?? ''} ${prose}`)
    else blocks.push(prose)
    lastEnd = type === 'Line' ? end : -1
  }
  return blocks.flatMap((block) =>
    block
      .split(/\n\s*(?:\n|[-*@])|(?<=[.?!])\s+/)
      .map((sentence) =>
        sentence
          .replace(/\s+/g, ' ')
          .replace(/[.!:]$/, '')
          .trim(),
      )
      .filter((sentence) => sentence !== ''),
  )
}

/** The files that the rules apply to: all but their own test, which has samples. */
export function filesOfWords(): SourceFile[] {
  return readFiles('src', 'e2e', 'test').filter(
    ({ path }) => /\.tsx?$/.test(path) && path !== 'test/gates/words.test.ts',
  )
}

/** The counts of all files that break a rule. */
export function wordCountsOf(files: readonly SourceFile[]): WordCounts {
  return Object.fromEntries(
    files
      .map((file) => [file.path, wordCounts(file)] as const)
      .filter(([, counts]) => Object.keys(counts).length > 0),
  )
}

/** What a new list of allowed places may say: no file and no word more than the old one, and no higher count. */
export function shrunk(allowed: WordCounts, counts: WordCounts): WordCounts {
  const lower = Object.entries(allowed).map(([path, words]) => {
    const found = counts[path] ?? {}
    const left = Object.entries(words).flatMap(([word, max]) => {
      const count = Math.min(found[word] ?? 0, max)
      return count > 0 ? [[word, count] as const] : []
    })
    return [path, Object.fromEntries(left)] as const
  })
  return Object.fromEntries(lower.filter(([, words]) => Object.keys(words).length > 0))
}

/** Where the counts differ from the list of allowed places. */
export function wordFaults(counts: WordCounts, allowed: WordCounts): string[] {
  const paths = [...new Set([...Object.keys(counts), ...Object.keys(allowed)])].sort()
  return paths.flatMap((path) => {
    const [found, listed] = [counts[path] ?? {}, allowed[path] ?? {}]
    return [...new Set([...Object.keys(found), ...Object.keys(listed)])].sort().flatMap((word) => {
      const [count, max] = [found[word] ?? 0, listed[word] ?? 0]
      return count === max ? [] : [`${path}: ‘${word}’ ${count} times, allowed are ${max}`]
    })
  })
}

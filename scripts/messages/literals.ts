// Finds literals that look like a text for people, outside of t(), message() and rich().
import { parseSync, type ESTree } from 'rolldown/utils'

type Node = ESTree.Node & { start: number; end: number }

interface FoundLiteral {
  line: number
  text: string
}

/** Attributes and properties whose text is shown or read aloud. */
const shownNames =
  /^(label|title|description|legend|placeholder|heading|hint|lead|error|message|alt|subject|question|confirm|cancel|aria-(label|valuetext|description|roledescription))$/
/** Their texts aren't shown: identifiers, styles, addresses, and what operators read. */
const silentNames =
  /^(className|class|style|id|key|name|type|role|href|to|src|variant|size|tone|side|kind|autoComplete|rel|target|event|method|path|code|timeZone|failureText|why|help|logMessage)$|^data-|^on[A-Z]/
const silentCalls =
  /^(t|message|rich|logFailure|Error|RangeError|TypeError|clsx|querySelector|matches|closest|getItem|setItem|URL|RegExp|sql|log|debug|info|warn|error|fatal|startsWith|endsWith|includes|split|join|replace|replaceAll|addEventListener|removeEventListener|createElement|get|set|has|configError)$/

const hasWord = (text: string) => /\p{L}{2}/u.test(text)
const isSentence = (text: string) => /^[“"]?\p{Lu}[\p{L}’']*( \S.*|[.?!…:])$/su.test(text.trim())

/** The literals of a source file that a gate asks about. */
export function findLiterals(file: string, code: string): FoundLiteral[] {
  const { program } = parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const found: FoundLiteral[] = []
  const report = (node: Node, text: string) =>
    found.push({ line: code.slice(0, node.start).split('\n').length, text: text.trim() })
  const nameOf = (node: Node) => code.slice(node.start, node.end)

  const visit = (node: Node, shownAs: string): void => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TaggedTemplateExpression':
        return
      case 'JSXText':
        if (hasWord(node.value)) report(node, node.value)
        return
      case 'Literal': {
        const { value } = node
        if (typeof value !== 'string') return
        if (isSentence(value) || (shownNames.test(shownAs) && hasWord(value))) report(node, value)
        return
      }
      case 'TemplateLiteral': {
        const words = node.quasis.map((part) => part.value.cooked ?? '').join('…')
        if (/\p{L}{2,} | \p{L}{2,}/u.test(words) && !/[/#=;<]|^--|px|\(--/.test(words)) report(node, words)
        break
      }
      case 'CallExpression':
      case 'NewExpression': {
        const { callee } = node
        const called = callee.type === 'MemberExpression' ? callee.property : callee
        if (silentCalls.test(nameOf(called))) {
          for (const argument of node.arguments) if (!/Literal/.test(argument.type)) visit(argument, '')
          return
        }
        if (nameOf(called) === 'usePageTitle') {
          for (const argument of node.arguments) visit(argument, 'title')
          return
        }
        break
      }
      case 'JSXAttribute': {
        const name = nameOf(node.name)
        if (silentNames.test(name) && !(/^on[A-Z]/.test(name) && node.value)) return
        if (node.value) visit(node.value, name)
        return
      }
      case 'Property': {
        const name = nameOf(node.key)
        if (!silentNames.test(name)) visit(node.value, name)
        return
      }
      case 'AssignmentPattern':
        visit(node.right, nameOf(node.left))
        return
      case 'BinaryExpression':
      case 'SwitchCase':
        // Compared with data.
        for (const child of childrenOf(node)) if (child.type !== 'Literal') visit(child, '')
        return
      default:
        if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return
    }
    const isTransparent = /^(JSXExpressionContainer|ConditionalExpression|LogicalExpression)$/.test(node.type)
    for (const child of childrenOf(node)) visit(child, isTransparent ? shownAs : '')
  }
  visit(program, '')
  return found
}

/** Loops: the trees of all sources have millions of nodes. */
function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null && 'type' in value) children.push(value as Node)
  }
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    if (key === 'parent') continue
    if (Array.isArray(value)) for (const each of value) add(each)
    else add(value)
  }
  return children
}

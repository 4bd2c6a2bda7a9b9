// Lint rule: code that browsers run calls no interface that is newer than the supported browsers
// (scripts/supported-browsers.ts). The build lowers syntax, not interfaces. An optional call, `value.method?.()`, is a
// guard and allowed.

/** @typedef {any} Node A node of the syntax tree, which oxlint leaves untyped for plugins. */
/** @typedef {{ report(fault: { node: Node, message: string }): void }} Context */

/** Functions of a global. */
const newerStatics = new Set([
  'AbortSignal.any',
  'Array.fromAsync',
  'Error.isError',
  'Iterator.concat',
  'Iterator.from',
  'Map.groupBy',
  'Math.sumPrecise',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'ReadableStream.from',
  'RegExp.escape',
  'URL.canParse',
  'URL.parse',
  'Uint8Array.fromBase64',
  'Uint8Array.fromHex',
])

/** Methods whose names nothing else has. */
const newerMethods = new Set([
  'checkVisibility',
  'getHTML',
  'getOrInsert',
  'getOrInsertComputed',
  'isDisjointFrom',
  'isSubsetOf',
  'isSupersetOf',
  'moveBefore',
  'requestIdleCallback',
  'requestVideoFrameCallback',
  'setFromBase64',
  'setHTMLUnsafe',
  'showPopover',
  'startViewTransition',
  'symmetricDifference',
  'toBase64',
  'togglePopover',
])

/** Methods that sets got, and other values may have: reported where the receiver is made in the same place. */
const newerSetMethods = new Set(['difference', 'intersection', 'union'])

const iteratorMakers = new Set(['entries', 'keys', 'matchAll', 'values'])
const iteratorHelpers = new Set([
  'drop',
  'every',
  'filter',
  'find',
  'flatMap',
  'forEach',
  'map',
  'reduce',
  'some',
  'take',
  'toArray',
])

/**
 * Whether a value is an iterator by its syntax: `map.values()`, not `Object.values(map)`.
 * @param {Node} node
 */
const isIterator = (node) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.object.name !== 'Object' &&
  iteratorMakers.has(node.callee.property.name)

/** @param {Node} node */
const isSet = (node) => node.type === 'NewExpression' && node.callee.name === 'Set'

export const newerInterfaces = {
  /** @param {Context} context */
  create(context) {
    /** @param {Node} node */
    const report = (node) =>
      context.report({
        node,
        message: 'Newer than the supported browsers: see scripts/supported-browsers.ts.',
      })
    return {
      /** @param {Node} node */
      MemberExpression(node) {
        if (newerStatics.has(`${node.object.name}.${node.property.name}`)) report(node)
      },
      /** @param {Node} node */
      CallExpression({ callee, optional }) {
        if (optional || callee.type !== 'MemberExpression') return
        const { object, property } = callee
        const isNewer =
          newerMethods.has(property.name) ||
          (newerSetMethods.has(property.name) && isSet(object)) ||
          (iteratorHelpers.has(property.name) && isIterator(object))
        if (isNewer) report(callee)
      },
    }
  },
}

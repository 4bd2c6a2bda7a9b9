// Lint rules of this project: keys that belong to an input method, typed text that is never cut, text that a
// translator may replace, and interfaces that supported browsers lack.
import { bareText } from './bare-text.mjs'
import { newerInterfaces } from './newer-interfaces.mjs'

/** @typedef {any} Node A node of the syntax tree, which oxlint leaves untyped for plugins. */
/** @typedef {{ sourceCode: { getText(node: Node): string, ast: Node }, filename: string, report(fault: { node: Node, message: string }): void }} Context */

const guardedKeys = new Set(['Enter', 'Escape'])

/**
 * While an input method composes, Enter and Escape belong to it. A handler that acts on one of them calls isComposing
 * (src/web/is-composing.ts) in the same function or in one around it.
 */
const composingKeys = {
  /** @param {Context} context */
  create(context) {
    const { sourceCode } = context
    /** @param {Node} node */
    const isGuarded = (node) => {
      for (let parent = node.parent; parent; parent = parent.parent) {
        if (/Function/.test(parent.type) && sourceCode.getText(parent).includes('isComposing(')) return true
      }
      return false
    }
    /** @param {Node} node */
    const check = (node) => {
      if (isGuarded(node)) return
      context.report({ node, message: 'Call isComposing(event) before acting on Enter or Escape.' })
    }
    return {
      /** @param {Node} node */
      BinaryExpression(node) {
        if ([node.left, node.right].some(({ value }) => guardedKeys.has(value))) check(node)
      },
      /** @param {Node} node */
      SwitchCase(node) {
        if (guardedKeys.has(node.test?.value)) check(node)
      },
      /** @param {Node} node */
      JSXAttribute(node) {
        if (node.name.name !== 'onEscapeKeyDown') return
        const text = sourceCode.getText(node)
        const handler = /^onEscapeKeyDown=\{(\w+)\}$/.exec(text)?.[1]
        const declaration = sourceCode.ast.body.find((/** @type {Node} */ { id }) => id?.name === handler)
        const source = declaration ? sourceCode.getText(declaration) : text
        if (!source.includes('isComposing(')) check(node)
      },
    }
  },
}

const cuttingMethods = new Set(['slice', 'substring', 'substr'])
const cutMessage =
  'Typed text is never cut: let it be longer, and say so (Field’s limit, or the error of its schema).'

/** A cut by units can split an emoji, and also happens in the middle of a composition. */
const uncutText = {
  /** @param {Context} context */
  create(context) {
    const isScreen = context.filename.endsWith('.tsx')
    return {
      /** @param {Node} node */
      JSXAttribute(node) {
        if (node.name.name === 'maxLength') context.report({ node, message: cutMessage })
      },
      /** @param {Node} node */
      Property(node) {
        if (isScreen && node.key.name === 'maxLength') context.report({ node, message: cutMessage })
      },
      /** @param {Node} node */
      CallExpression({ callee }) {
        if (callee.type !== 'MemberExpression' || !cuttingMethods.has(callee.property.name)) return
        if (callee.object.property?.name === 'value') context.report({ node: callee, message: cutMessage })
      },
    }
  },
}

const plugin = {
  meta: { name: 'stillwater' },
  rules: {
    'bare-text': bareText,
    'composing-keys': composingKeys,
    'newer-interfaces': newerInterfaces,
    'uncut-text': uncutText,
  },
}

// oxlint reads a plugin's default export.
export default plugin

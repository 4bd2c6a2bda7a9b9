// Lint rule: text that changes stands in an element of its own. A browser's translator replaces bare text by
// elements; React then can't update or remove it (facebook/react#11538). A single text in an element is safe: React
// sets the element's content.

/** @typedef {any} Node A node of the syntax tree, which oxlint leaves untyped for plugins. */
/** @typedef {{ report(fault: { node: Node, message: string }): void }} Context */

const message =
  'Text beside other children: put it into an element of its own, or the whole line into one template literal.'

/**
 * Whether an expression is text by its syntax alone: 'yes', 'no', or 'unknown' for a value.
 * @param {Node} node
 * @returns {'yes' | 'no' | 'unknown'}
 */
function textOf(node) {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && node.value.trim() !== '' ? 'yes' : 'no'
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return 'yes'
    case 'ConditionalExpression':
      return either(textOf(node.consequent), textOf(node.alternate))
    case 'LogicalExpression':
      // `count > 0 && count` draws the number that it tests.
      if (node.operator === '&&') return draws(node) ? 'yes' : textOf(node.right)
      return either(textOf(node.left), textOf(node.right))
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return textOf(node.expression)
    case 'CallExpression':
      if (node.callee.type === 'Identifier' && /^(format|describe)[A-Z]/.test(node.callee.name)) return 'yes'
      return node.callee.property?.name === 'map' ? 'no' : 'unknown'
    case 'Identifier':
    case 'MemberExpression':
      return 'unknown'
    default:
      return 'no'
  }
}

/**
 * @param {'yes' | 'no' | 'unknown'} one
 * @param {'yes' | 'no' | 'unknown'} other
 */
function either(one, other) {
  if (one === 'yes' || other === 'yes') return 'yes'
  return one === 'unknown' || other === 'unknown' ? 'unknown' : 'no'
}

/** @param {Node} node */
function draws({ left, right }) {
  const tested = left.type === 'BinaryExpression' ? left.left : left
  return tested.type === 'Identifier' && right.type === 'Identifier' && tested.name === right.name
}

/**
 * Children that React draws: not the line breaks between tags, nor comments, nor `{' '}`.
 * @param {Node} child
 */
function isDrawn(child) {
  if (child.type === 'JSXText') return child.value.trim() !== ''
  if (child.type !== 'JSXExpressionContainer') return true
  const { type, value } = child.expression
  return type !== 'JSXEmptyExpression' && !(type === 'Literal' && String(value).trim() === '')
}

/** @param {Node} child */
function isBareText(child) {
  return child.type === 'JSXText' || child.expression?.type === 'Literal'
}

/**
 * @param {Context} context
 * @param {Node} node
 */
function check(context, node) {
  const children = node.children.filter(isDrawn)
  if (children.length < 2) return
  const hasBareText = children.some(isBareText)
  for (const child of children) {
    if (child.type !== 'JSXExpressionContainer' || isBareText(child)) continue
    const text = textOf(child.expression)
    // An element that comes later is inserted before the next sibling, which must still be there.
    const comesAndGoes = ['ConditionalExpression', 'LogicalExpression'].includes(child.expression.type)
    if (text === 'yes' || (hasBareText && (text === 'unknown' || comesAndGoes)))
      context.report({ node: child, message })
  }
}

/** Reports texts that would be nodes of their own beside others, and may change. */
export const bareText = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Node} node */
    JSXElement: (node) => check(context, node),
    /** @param {Node} node */
    JSXFragment: (node) => check(context, node),
  }),
}

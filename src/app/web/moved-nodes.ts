// Lets the page survive a translator. Chrome and Edge replace translated text nodes with <font> elements. React's
// removeChild and insertBefore throw for the moved nodes, which unmounts the whole app. React's maintainers suggest this
// workaround: https://github.com/facebook/react/issues/11538#issuecomment-417504600

/**
 * Call it before React mounts. For a moved node, removeChild then deletes its wrapper, if any. insertBefore inserts
 * before the wrapper, or at the end without one.
 */
export function tolerateMovedNodes(prototype: Node = Node.prototype): void {
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const own = ownChild(this, child)
    if (own) removeChild.call(this, own)
    return child
  }
  prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    reference: Node | null,
  ): Child {
    insertBefore.call(this, child, reference && ownChild(this, reference))
    return child
  }
}

/** The node itself or its wrapper in `parent`; null if it is elsewhere. */
function ownChild(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}

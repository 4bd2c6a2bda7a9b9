// Lets the page survive a translator. Chrome's and Edge's translation replaces text nodes by <font> elements, and
// React's removeChild and insertBefore then throw for nodes that have moved, which unmounts the whole app. The remedy
// is that of React's maintainers: https://github.com/facebook/react/issues/11538#issuecomment-417504600

/**
 * Call it before React mounts. Afterwards removeChild of a node that has moved deletes its wrapper here, if it has
 * one, and insertBefore inserts before the wrapper, else at the end.
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

/** The node itself, or what wraps it here; null if it is elsewhere. */
function ownChild(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}

// What a page keeps outside of its components, where the next member of the same page would find it.
import {
  isPageCode,
  nameOf,
  nodesIn,
  partOf,
  placeOf,
  partsOf,
  textOf,
  treeOf,
  type Node,
  type SourceFile,
} from './source-files.ts'

/** `let`s of modules that pages load. */
export function moduleLets(files: readonly SourceFile[]): string[] {
  return moduleVariables(files, (declaration) => declaration['kind'] === 'let')
}

const collections = /^(Map|Set|WeakMap|WeakSet|createPageValue)$/

/** Constants of such modules that collect values: maps, sets and page values. */
export function moduleCollections(files: readonly SourceFile[]): string[] {
  return moduleVariables(files, (declaration, init) => {
    const callee = init && /^(New|Call)Expression$/.test(init.type) ? nameOf(partOf(init, 'callee')) : null
    // A set with its values is a table.
    return (
      declaration['kind'] === 'const' &&
      collections.test(callee ?? '') &&
      !nodesIn(init ?? declaration).some(isArray)
    )
  })
}

function isArray({ type }: Node): boolean {
  return type === 'ArrayExpression'
}

function moduleVariables(
  files: readonly SourceFile[],
  isMeant: (declaration: Node, init: Node | null) => boolean,
): string[] {
  return files.filter(isPageCode).flatMap((file) =>
    partsOf(treeOf(file))
      .map((statement) => partOf(statement, 'declaration') ?? statement)
      .filter(({ type }) => type === 'VariableDeclaration')
      .flatMap((declaration) =>
        (declaration['declarations'] as Node[])
          .filter((variable) => isMeant(declaration, partOf(variable, 'init')))
          .map(
            (variable) => `${placeOf(file, variable)} ${textOf(file, partOf(variable, 'id') ?? variable)}`,
          ),
      ),
  )
}

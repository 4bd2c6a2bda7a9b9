// The responses that the server puts into a page, as a test finds them in its HTML.
import { inlineResponsesId, inlineResponsesSchema } from '#shared/inline-responses.ts'

/** The block's script element; its first group is the JSON. */
export const inlineBlock = new RegExp(
  `<script type="application/json" id="${inlineResponsesId}">(.*?)</script>`,
  's',
)

/** The calls, by path and query, whose responses the page brings along. */
export function inlinePaths(html: string): string[] {
  const block = inlineBlock.exec(html)?.[1]
  return block === undefined ? [] : Object.keys(inlineResponsesSchema.parse(JSON.parse(block)).byPath)
}

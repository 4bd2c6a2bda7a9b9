// Query queryPlans of the statements that a function runs, explained after it has run.
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Runs `work` and returns the queryPlans of its statements in order. */
export async function explainQueries(
  db: Executor,
  work: (db: Executor) => Promise<unknown>,
): Promise<string[]> {
  const nodes: RootOperationNode[] = []
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(listener))
  const queryPlans = []
  for (const [index, node] of nodes.entries()) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: `plan-${index}` })
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain (analyze, buffers off, timing off) ${sql}`, [...parameters]),
    )
    queryPlans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return queryPlans
}

// The proofs of all features, from `test/proof.ts` in each folder, and of the platform.
import { pathToFileURL } from 'node:url'
import { filesOfFeatures } from '#test/feature-facts.ts'
import { proof as platform } from './platform-proof.ts'
import type { Proof } from './proof.ts'

// The platform comes first: its messages need a small room, and the features' messages fill it.
export const proofs: readonly { feature: string; proof: Proof }[] = [
  { feature: 'platform', proof: platform },
  ...(await Promise.all(
    filesOfFeatures('proof.ts').map(async ({ feature, path }) => {
      const { proof } = (await import(pathToFileURL(path).href)) as { proof: Proof }
      return { feature, proof }
    }),
  )),
]

/** The rows of all calls; a plain row has an empty `when`. */
export const callRows = proofs.flatMap(({ feature, proof }) =>
  Object.entries(proof.calls ?? {}).map(([name, row]) => {
    const [method = '', path = '', ...when] = name.split(' ')
    return { ...row, feature, name, call: `${method} ${path}`, when: when.join(' ') }
  }),
)

/** The limits of all calls. */
export const limits = callRows.flatMap(({ call, limits: own = [] }) =>
  own.map((limit) => ({ call, ...limit })),
)

/** Calls that logs and metrics leave out. */
export const silentCalls = callRows.flatMap(({ call, isSilent }) => (isSilent ? [call] : []))

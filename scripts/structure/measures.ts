// The structural measures of the project, each with its target and the places that are still against it.
import { rowsWithoutFile } from './glossary.ts'
import { filesNaming } from './leaf-feature.ts'
import { misfits, readMutants } from './mutants.ts'
import { stateWithoutOwner } from './page-state.ts'
import { filesWithZone } from './product-zone.ts'
import { arrowsBack } from './server-folders.ts'
import { comparedMoments } from './sitting-clocks.ts'
import { isProductCode, readFiles } from './source-files.ts'
import { tablesOfTwoFeatures, tablesOfTwoFiles } from './tables.ts'

export interface Measure {
  what: string
  target: string
  /** Their number is the measure. */
  places: readonly string[]
}

/** A feature on which no other is built. */
const leafFeature = 'thanks'

/** Measures the working copy. */
export async function measureStructure(): Promise<Measure[]> {
  const files = readFiles('src', 'e2e', 'test', 'scripts', 'docs', 'assets', 'dev', 'ops')
  const product = files.filter(isProductCode)
  const glossary = files.find(({ path }) => path === 'docs/glossary.md')?.text ?? ''
  const mutants = readMutants()
  return [
    {
      what: `files outside of the leaf feature ‘${leafFeature}’ that name it`,
      target: 'at most 6',
      places: await filesNaming(leafFeature, files),
    },
    { what: 'files with a time zone of their own', target: '0', places: filesWithZone(product) },
    {
      what: 'places that compare a sitting’s moments with a clock',
      target: '0',
      places: comparedMoments(product),
    },
    { what: 'tables that two features write', target: '0', places: tablesOfTwoFeatures(product) },
    { what: 'tables that two SQL files write', target: '0', places: tablesOfTwoFiles(product) },
    { what: 'arrows back between folders of src/server', target: '0', places: arrowsBack(product) },
    { what: 'state of the page’s modules without an owner', target: '0', places: stateWithoutOwner(product) },
    {
      what: 'glossary rows whose file search finds nothing',
      target: '0',
      places: rowsWithoutFile(glossary, files),
    },
    {
      what: `of ${mutants.length} mutants, those whose text isn’t in its file`,
      target: '0',
      places: misfits(mutants),
    },
  ]
}

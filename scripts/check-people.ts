import { join } from 'node:path'
import { endChecks, type FieldTallies, folderGiven, linesOfFile, tellCheck } from './checks.ts'
import { asRegistry, type Publishing, registryFigures, withoutNumbers, worldFigures } from './link-figures.ts'
import { inOwnDatabase } from './own-database.ts'
import { listedFigures, rowFigures } from './registry-figures.ts'
import { clockFigures, roleFigures } from './role-figures.ts'

/**
 * Measures what is said of people: `node scripts/check-people.ts FOLDER`, where FOLDER/data holds the registry export and
 * FOLDER/material labelled rows and lines. What is read of them, field by field; who is called accused, which instances are linked
 * and how many of the links are right, whose clocks rest on what is not known. Each measurement has a database of its
 * own. The floors are those of decisions 0058, 0059 and 0066.
 */
const floors = { fields: 0.99, kept: 0.99, found: 0.95, right: 0.995, all: 1 }
const worldCases = 20_000
/** Days within and after the year of the export, when most of its decisions count. */
const days = ['2021-03-15', '2021-06-01', '2021-09-01', '2021-12-01', '2022-02-15']

const check = (what: string, part: number, of: number, floor: number): void =>
  tellCheck(of > 0 && part / of >= floor, `${what}: ${part} of ${of} (${shown(part / of)}), floor ${shown(floor)}`)
function checkNone(what: string, found: readonly string[]): void {
  tellCheck(found.length === 0, `${what}: ${found.length}`)
  for (const one of found.slice(0, 20)) console.log(`        ${one}`)
}
function checkFields(what: string, fields: FieldTallies): void {
  for (const [name, { right, total, wrong }] of fields) {
    check(`${what}, ${name}`, right, total, floors.fields)
    for (const one of wrong.slice(0, 5)) console.log(`        ${one}`)
  }
}
const shown = (share: number): string => `${(share * 100).toFixed(2)} %`

const measureWorld = (what: string, publish: Publishing): Promise<void> =>
  inOwnDatabase(async db => {
    const figures = await worldFigures(db, { cases: worldCases, seed: 59, publish })
    console.log(`A generated world ${what}: ${figures.pairs} pairs, ${figures.candidates} proposals`, figures.byWhy)
    check('links that are right', figures.right, figures.links, floors.right)
    console.log(
      `      recall: ${shown(figures.right / figures.pairs)} linked, ${shown(figures.found / figures.pairs)} with proposals`,
    )
  })

const folder = folderGiven('data/ and material/')
const exported = join(folder, 'data/koap-registry-2021.ndjson.gz')
const material = (name: string): string[] => linesOfFile(join(folder, 'material', name))
const rows = material('registry-uk.ndjson')
checkFields('rows of registries', rowFigures(rows))
checkFields('lines of lists', listedFigures(material('uk-info-strings.ndjson')))
const roles = roleFigures(rows)
console.log(`Labelled rows: ${roles.rows}, refused ${roles.refused}`)
check('rows kept', roles.rows - roles.refused, roles.rows, floors.all)
checkNone('people called accused who are not, or of whom it is not known', roles.false_accused)
check('accused who are called so', roles.kept, roles.accused, floors.kept)
await inOwnDatabase(async db => {
  const links = await registryFigures(db, exported)
  console.log('The registry export:', links)
  check('pairs linked or proposed', links.linked + links.proposed, links.unambiguous, floors.found)
  check('annulled penalties linked or in question', links.told, links.annulled, floors.all)
  const clocks = await clockFigures(db, linesOfFile(exported), days)
  check('clocks that are set', Math.min(clocks.clocks, 1), 1, floors.all)
  console.log(`Clocks on ${days.length} days: ${clocks.clocks}, violations that count: ${clocks.violations}`)
  checkNone('violations that count of whom no article is told', clocks.doubtful)
})
await measureWorld('without УИД, protocols and numbers named', withoutNumbers)
await measureWorld('as a registry tells of it', asRegistry)
endChecks()

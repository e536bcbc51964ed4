import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openDatabase } from '../server/db/open-database.ts'
import type { DB } from '../server/db/schema.ts'
import { asRegistry, type Publishing, registryFigures, withoutNumbers, worldFigures } from './link-figures.ts'

/**
 * Measures how instances are linked: `node scripts/measure-links.ts FOLDER`, where FOLDER/data holds the registry export. Each
 * measurement has an embedded database of its own, in a temporary folder. The floors are those of decision 0059.
 */
const floors = { found: 0.95, right: 0.995, told: 1 }
const worldCases = 20_000

const checks = { passed: 0, failed: 0 }
function check(what: string, part: number, of: number, floor: number): void {
  const isRight = of > 0 && part / of >= floor
  checks[isRight ? 'passed' : 'failed'] += 1
  console.log(`${isRight ? '  ok' : 'FAIL'}  ${what}: ${part} of ${of} (${shown(part / of)}), floor ${shown(floor)}`)
}
const shown = (share: number): string => `${(share * 100).toFixed(2)} %`

async function inOwnDatabase(measure: (db: Kysely<DB>) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sudmonitor-links-'))
  try {
    const database = await openDatabase({ databaseUrl: undefined, dataDir, dataDirGiven: true })
    try {
      await measure(database.db)
    } finally {
      await database.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const measureWorld = (what: string, publish: Publishing): Promise<void> =>
  inOwnDatabase(async db => {
    const figures = await worldFigures(db, { cases: worldCases, seed: 59, publish })
    console.log(`A generated world ${what}: ${figures.pairs} pairs, ${figures.candidates} proposals`, figures.byWhy)
    check('links that are right', figures.right, figures.links, floors.right)
    console.log(
      `      recall: ${shown(figures.right / figures.pairs)} linked, ${shown(figures.found / figures.pairs)} with proposals`,
    )
  })

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: node scripts/measure-links.ts FOLDER (the folder that holds data/koap-registry-2021.ndjson.gz)')
  process.exit(2)
}
await inOwnDatabase(async db => {
  const figures = await registryFigures(db, join(folder, 'data/koap-registry-2021.ndjson.gz'))
  console.log('The registry export:', figures)
  check('pairs linked or proposed', figures.linked + figures.proposed, figures.unambiguous, floors.found)
  check('annulled penalties linked or in question', figures.told, figures.annulled, floors.told)
})
await measureWorld('without УИД, protocols and numbers named', withoutNumbers)
await measureWorld('as a registry tells of it', asRegistry)
console.log(`${checks.passed} passed, ${checks.failed} failed`)
process.exitCode = checks.failed === 0 ? 0 : 1

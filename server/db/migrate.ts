import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as cases from './migrations/0001-cases.ts'
import * as accounts from './migrations/0002-accounts.ts'
import * as caseUid from './migrations/0003-case-uid.ts'
import * as coveringIndexes from './migrations/0004-covering-indexes.ts'
import * as access from './migrations/0005-access.ts'
import * as oneLetterE from './migrations/0006-one-letter-e.ts'
import * as savedFilters from './migrations/0008-saved-filters.ts'
import * as favouriteFolders from './migrations/0009-favourite-folders.ts'
import * as textSearch from './migrations/0010-text-search.ts'
import * as decisions from './migrations/0011-decisions.ts'
import * as caseVisit from './migrations/0012-case-visit.ts'
import * as foldedLetters from './migrations/0013-folded-letters.ts'
import * as linksAndClocks from './migrations/0014-links-and-clocks.ts'
import * as people from './migrations/0015-people.ts'
import * as personsCases from './migrations/0016-persons-cases.ts'
import * as peopleDue from './migrations/0017-people-due.ts'
import * as checksOfMany from './migrations/0018-checks-of-many.ts'
import * as collecting from './migrations/0019-collecting.ts'
import * as exportColumns from './migrations/0020-export-columns.ts'
import * as jobsAndBot from './migrations/0021-jobs-and-bot.ts'
import * as subscriptions from './migrations/0022-subscriptions.ts'
import * as tagUploads from './migrations/0025-tag-uploads.ts'
import * as feeds from './migrations/0026-feeds.ts'
import * as replica from './migrations/0027-replica.ts'
import * as rowsWithTheirCase from './migrations/0028-rows-with-their-case.ts'
import * as resultGround from './migrations/0029-result-ground.ts'
import * as webhooks from './migrations/0030-webhooks.ts'
import * as citations from './migrations/0031-citations.ts'
import * as grams from './migrations/0032-grams.ts'
import * as textWrites from './migrations/0032-text-writes.ts'
import * as hitsByHand from './migrations/0033-hits-by-hand.ts'
import * as forms from './migrations/0034-forms.ts'
import * as partedPeople from './migrations/0035-parted-people.ts'
import * as narrowHits from './migrations/0036-narrow-hits.ts'
import * as strings from './migrations/0037-strings.ts'
import * as noticedChanges from './migrations/0039-noticed-changes.ts'
import * as oddUids from './migrations/0040-odd-uids.ts'
import * as roles from './migrations/0041-roles.ts'
import * as inQuestion from './migrations/0042-in-question.ts'
import * as peopleByCourt from './migrations/0043-people-by-court.ts'
import * as collectReadings from './migrations/0044-collect-readings.ts'
import * as certainClocks from './migrations/0045-certain-clocks.ts'
import * as penaltiesOfPeople from './migrations/0046-penalties-of-people.ts'
import * as otherNumbers from './migrations/0047-other-numbers.ts'
import * as possibleHearings from './migrations/0048-possible-hearings.ts'
import * as cardReaders from './migrations/0049-card-readers.ts'
import type { DB } from './schema.ts'

/** Migrations in their order. A migration that has landed is frozen: what comes later is a new one. */
const migrations: Record<string, Migration> = {
  '0001-cases': cases,
  '0002-accounts': accounts,
  '0003-case-uid': caseUid,
  '0004-covering-indexes': coveringIndexes,
  '0005-access': access,
  '0006-one-letter-e': oneLetterE,
  '0008-saved-filters': savedFilters,
  '0009-favourite-folders': favouriteFolders,
  '0010-text-search': textSearch,
  '0011-decisions': decisions,
  '0012-case-visit': caseVisit,
  '0013-folded-letters': foldedLetters,
  '0014-links-and-clocks': linksAndClocks,
  '0015-people': people,
  '0016-persons-cases': personsCases,
  '0017-people-due': peopleDue,
  '0018-checks-of-many': checksOfMany,
  '0019-collecting': collecting,
  '0020-export-columns': exportColumns,
  '0021-jobs-and-bot': jobsAndBot,
  '0022-subscriptions': subscriptions,
  '0025-tag-uploads': tagUploads,
  '0026-feeds': feeds,
  '0027-replica': replica,
  '0028-rows-with-their-case': rowsWithTheirCase,
  '0029-result-ground': resultGround,
  '0031-citations': citations,
  '0030-webhooks': webhooks,
  '0032-grams': grams,
  '0032-text-writes': textWrites,
  '0033-hits-by-hand': hitsByHand,
  '0034-forms': forms,
  '0035-parted-people': partedPeople,
  '0036-narrow-hits': narrowHits,
  '0037-strings': strings,
  '0039-noticed-changes': noticedChanges,
  '0040-odd-uids': oddUids,
  '0041-roles': roles,
  '0042-in-question': inQuestion,
  '0043-people-by-court': peopleByCourt,
  '0044-collect-readings': collectReadings,
  '0045-certain-clocks': certainClocks,
  '0046-penalties-of-people': penaltiesOfPeople,
  '0047-other-numbers': otherNumbers,
  '0048-possible-hearings': possibleHearings,
  '0049-card-readers': cardReaders,
}

/** The schema of this version, and whether it has ever been `name`. */
export const latestMigration = Object.keys(migrations).sort().at(-1) ?? ''
export const isKnownMigration = (name: string): boolean => Object.hasOwn(migrations, name)

/**
 * Brings the schema up to date, or to what it was after `target`; safe to call by several processes at once. Returns the names of what it ran.
 * `onUpdating`: a database in use is about to be changed, which may take its time.
 */
export async function migrate(
  db: Kysely<DB>,
  target = latestMigration,
  onUpdating: () => void = () => undefined,
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  })
  const done = await migrator.getMigrations()
  const isDone = ({ executedAt }: { executedAt?: Date | undefined }): boolean => executedAt !== undefined
  if (done.some(isDone) && !done.every(isDone)) onUpdating()
  // To a name that was run already, Kysely would leave out what has landed before it since.
  const { error, results = [] } =
    target === latestMigration ? await migrator.migrateToLatest() : await migrator.migrateTo(target)
  if (error !== undefined) throw error
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
}

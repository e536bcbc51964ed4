import type { Kysely } from 'kysely'
import { storedParams } from '#shared/api/saved.ts'
import type { ExportFormat } from '#shared/domain/export-columns.ts'
import { today } from '#shared/domain/relative-dates.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { endOfSentence } from '#shared/filters/sentence.ts'
import type { DB } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { keyOfFilters, readFilters } from '../saved/checked-filters.ts'
import { selectPresets } from '../saved/preset-rows.ts'
import { describedFilters } from '../saved/readable.ts'

/** What a file of a list is called: the owner's set of exactly these filters, else the filters in words, and the day. */
export async function fileName(
  db: Kysely<DB>,
  owner: AccountRights,
  values: AnyValues,
  format: ExportFormat,
): Promise<string> {
  const title = await presetTitle(db, owner, values)
  return title === undefined
    ? fileNamed(await inWords(db, owner, values), format, endOfSentence(values))
    : fileNamed(title, format)
}
/** `end`: how what is said ends, which stays where it has to be cut. */
export const fileNamed = (said: string, ending: string, end = ''): string =>
  `${forFiles(said, end) || noName} ${today()}.${ending}`
const noName = 'Дела'

async function presetTitle(db: Kysely<DB>, owner: AccountRights, values: AnyValues): Promise<string | undefined> {
  if (Object.keys(values).length === 0) return undefined
  const key = keyOfFilters(values)
  const presets = await selectPresets(db, owner).execute()
  return presets.find(({ get_params }) =>
    keyOfFilters(readFilters(storedParams.catch({}).parse(get_params), owner).values).equals(key),
  )?.title
}

async function inWords(db: Kysely<DB>, owner: AccountRights, values: AnyValues): Promise<string> {
  return Object.keys(values).length === 0 ? noName : (await describedFilters(db, values, scopeOf(owner))).sentence
}

/** Bytes: file systems take 255, and the day and the number of a part come after. */
const longest = 200
/** Without what Windows, a path or a header would take for its own. */
const forFiles = (name: string, end: string): string => {
  const plain = inOneLine(name.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')).replace(/^[.\s]+|[.\s]+$/g, '')
  const [bytes, kept] = [Buffer.from(plain), inOneLine(end)]
  // A letter that was cut in two is left out whole.
  return bytes.length > longest
    ? `${bytes
        .subarray(0, longest - Buffer.byteLength(kept))
        .toString()
        .replace(/\uFFFD$/, '')}…${kept}`
    : plain
}
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ')

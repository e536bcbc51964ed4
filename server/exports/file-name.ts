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

/** Named after the owner's preset with exactly these filters, else after the filters in words; then the day. */
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
/** `end`: the last words of `said`, kept when the name has to be shortened. */
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

/** In bytes: file systems allow 255, and the day and the number of a piece follow. */
const longest = 200
/** Without characters that are special in Windows, in paths or in headers. */
const forFiles = (name: string, end: string): string => {
  const plain = inOneLine(name.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')).replace(/^[.\s]+|[.\s]+$/g, '')
  const [bytes, kept] = [Buffer.from(plain), inOneLine(end)]
  // Without a letter that was cut in two.
  return bytes.length > longest
    ? `${bytes
        .subarray(0, longest - Buffer.byteLength(kept))
        .toString()
        .replace(/\uFFFD$/, '')}…${kept}`
    : plain
}
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ')

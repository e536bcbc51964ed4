import { type Kysely, sql } from 'kysely'
import { sameTag, tagValue } from '#shared/api/tags.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import type { DB } from '../db/schema.ts'

/** `sameTag` for stored tags. */
export const sameInSql = sql<string>`translate(lower(tag.value), 'ё', 'е')`

/** `why`: the reason why one of them cannot be a tag. */
type ReadTags = { values: string[] } | { why: string }
export function tagsOf(cell: string): ReadTags {
  const values: string[] = []
  for (const piece of cell.split(/[;\n]/)) {
    if (isBlank(piece)) continue
    const checked = tagValue.safeParse(piece)
    if (!checked.success) return { why: checked.error.issues[0]?.message ?? 'Метка не читается.' }
    values.push(checked.data)
  }
  return values.length > 0 ? { values } : { why: 'Не сказано, какая метка.' }
}

export type KnownTag = { id: number; value: string }
export async function knownTags(db: Kysely<DB>, values: readonly string[]): Promise<Map<string, KnownTag>> {
  const rows = await db
    .selectFrom('tag')
    .where(sql<boolean>`${sameInSql} = any(${[...new Set(values.map(sameTag))]})`)
    .select(['id', 'value'])
    .orderBy('id', 'desc')
    .execute()
  // Of several that differ only in letter case, the first.
  return new Map(rows.map(row => [sameTag(row.value), row]))
}

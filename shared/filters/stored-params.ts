import type { WireRecord } from './wire.ts'

/**
 * Filters as presets and links store them (§5): the wire form without page, order and size and without empty values;
 * 'true' and 'false' are booleans. Relative dates stay relative.
 */
export type StoredParams = Record<string, string | boolean | string[]>

/** Values that clients may send; `null` and '' mean «все». */
type Loose = string | number | boolean | null | readonly (string | number | boolean)[]
type LooseParams = { readonly [name: string]: Loose | undefined }

/** Parameters of the view, not of the filters. */
const beside: readonly string[] = ['page', 'ordering', 'size']
/** «20.2 (вся)» is the form's own label for parts that are already chosen (§3, §5). */
const isGroup = (name: string, text: string): boolean => articles.includes(name) && text.startsWith('group_id_')
const articles: readonly string[] = ['codex_articles', 'codex_articles_not']
/** JSON cannot store a lone surrogate. */
const asText = (value: string | number | boolean): string => String(value).toWellFormed()

/** Client input in wire form. An empty text stays: of a known filter it means «все», of an unknown one it is refused. */
export const toWire = (params: LooseParams): WireRecord =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]): [string, string | string[]][] => {
      if (value === undefined || value === null || beside.includes(name)) return []
      if (typeof value === 'object') {
        const kept = value.map(asText).filter(text => text !== '' && !isGroup(name, text))
        return kept.length > 0 ? [[name, kept]] : []
      }
      const text = asText(value)
      return isGroup(name, text) ? [] : [[name, text]]
    }),
  )

export const toStored = (record: WireRecord): StoredParams =>
  Object.fromEntries(
    Object.entries(toWire(record)).flatMap(([name, value]): [string, string | boolean | string[]][] =>
      value === '' ? [] : [[name, value === 'true' ? true : value === 'false' ? false : value]],
    ),
  )

import type { WireRecord } from './wire.ts'

/**
 * Filters as presets and links keep them (§5): the wire form without page, order and size and without empty values, in
 * which 'true' and 'false' are booleans. Relative dates stay relative: nothing is resolved on the way.
 */
export type StoredParams = Record<string, string | boolean | string[]>

/** How a client may say a value; `null` and '' mean «все». */
type Loose = string | number | boolean | null | readonly (string | number | boolean)[]
type LooseParams = { readonly [name: string]: Loose | undefined }

/** Of one look at a list, not of what is looked for. */
const beside: readonly string[] = ['page', 'ordering', 'size']
/** «20.2 (вся)» is the control's own word for the parts it has already chosen (§3, §5). */
const isGroup = (name: string, text: string): boolean => articles.includes(name) && text.startsWith('group_id_')
const articles: readonly string[] = ['codex_articles', 'codex_articles_not']
/** Half of a character pair cannot be kept as JSON. */
const asText = (value: string | number | boolean): string => String(value).toWellFormed()

/** Whatever a client said, in wire form. */
export const toWire = (params: LooseParams): WireRecord =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]): [string, string | string[]][] => {
      if (value === undefined || value === null || beside.includes(name)) return []
      if (typeof value === 'object') {
        const kept = value.map(asText).filter(text => text !== '' && !isGroup(name, text))
        return kept.length > 0 ? [[name, kept]] : []
      }
      const text = asText(value)
      return text === '' || isGroup(name, text) ? [] : [[name, text]]
    }),
  )

export const toStored = (record: WireRecord): StoredParams =>
  Object.fromEntries(
    Object.entries(toWire(record)).map(([name, value]): [string, string | boolean | string[]] => [
      name,
      value === 'true' ? true : value === 'false' ? false : value,
    ]),
  )

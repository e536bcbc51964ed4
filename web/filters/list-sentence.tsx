import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { sayFilters } from '#shared/filters/sentence.ts'
import { useNames } from './names.ts'

/** What the list is of, in one sentence, for who does not see its tags. */
export const ListSentence = ({ fields, values }: { fields: Fields; values: AnyValues }) => (
  <p className="sr">{sayFilters(fields, values, useNames(fields, values))}</p>
)

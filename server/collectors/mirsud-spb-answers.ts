import { z } from 'zod'
import type { OpenedPage } from './open-page.ts'

const line = z.string().nullish()
const detail = z.looseObject({
  id: z.string(),
  court_number: line,
  judge: line,
  judicial_uid: line,
  created_date: line,
  review_date: line,
  prev_reg_id: line,
  name: line,
  status: line,
  url: line,
  article: line,
  participants: z.array(z.looseObject({ title: line, name: line })).nullish(),
  history: z.array(z.looseObject({ date: line, time: line, status: line, publish_date: line })),
  court_decisions: z
    .array(z.looseObject({ url: line, created_date: line, force_entry_date: line, filename: line }))
    .nullish(),
})
export type Detail = z.infer<typeof detail>
const item = z.looseObject({
  id: z.string(),
  url: line,
  date: line,
  status: line,
  article: line,
  offenders: line,
  defendants: line,
  court_number: line,
})
const list = z.looseObject({ data: z.array(item), count: z.coerce.number().nullish() })
export type List = z.infer<typeof list>
type Answer = { card: Detail } | { list: List }

export function answerIn({ html }: OpenedPage): Answer | undefined {
  if (!/^\s*\{/.test(html)) return undefined
  let told: unknown
  try {
    told = z.looseObject({ result: z.unknown() }).safeParse(JSON.parse(html)).data?.result
  } catch {
    return undefined
  }
  const rows = list.safeParse(told).data
  if (rows !== undefined) return { list: rows }
  const card = detail.safeParse(told).data
  return card && { card }
}

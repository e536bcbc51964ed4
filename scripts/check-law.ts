import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { addDays } from '../shared/domain/dates.ts'
import { isDayOff } from '../shared/domain/days-off.ts'
import { type CountedTerm, endOf, type LegalTerm, whyNotCounted } from '../shared/domain/deadlines/legal-term.ts'
import { lawyerReview, legalTerms } from '../shared/domain/deadlines/legal-terms.ts'
import { repeatRules } from '../shared/domain/repeat-rules.ts'
import { checkEqual, endChecks, folderGiven } from './checks.ts'

/**
 * Compares the legal terms of the product with those collected in a folder, entry by entry: `node scripts/check-
 * law.ts FOLDER`.
 */
const folder = folderGiven('legal-terms.json and holidays.json')
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))

const text = z.string().nullable()
const law = z
  .object({
    terms: z.array(
      z.object({
        id: z.string(),
        from: text,
        to: text,
        amount: z.number().nullable(),
        unit_code: z.string(),
        first_day: text,
        end_rule: z.string(),
        confidence: z.string(),
        status: z.string(),
        sources: z.array(z.string()),
        lawyer_must_review: text,
      }),
    ),
    test_vectors: z.array(
      z.object({ rule: z.string(), start: z.string(), amount: z.number(), unmoved_end: z.string(), end: z.string() }),
    ),
    repetition: z.array(z.object({ id: z.string(), from: text, to: text, confidence: z.string(), status: z.string() })),
    lawyer_must_review: z.array(z.object({ what: z.string() })),
  })
  .parse(read('legal-terms.json'))

const known = new Map<string, LegalTerm>(Object.entries(legalTerms))
for (const one of law.terms) {
  const own = known.get(one.id)
  checkEqual(
    one.id,
    own && {
      since: own.since ?? null,
      until: own.until ?? null,
      amount: own.amount ?? null,
      unit: own.unit,
      firstDay: own.firstDay ?? null,
      endRule: own.endRule,
      confidence: own.confidence,
      status: own.status,
      sources: [...own.sources],
      isForLawyer: own.review !== undefined,
    },
    {
      since: one.from,
      until: one.to,
      amount: one.amount,
      unit: one.unit_code,
      firstDay: one.first_day,
      endRule: one.end_rule,
      confidence: one.confidence,
      status: one.status,
      sources: one.sources,
      isForLawyer: one.lawyer_must_review !== null,
    },
  )
}
checkEqual(
  'entries of ours that are not there',
  [...known.keys()].filter(id => !law.terms.some(one => one.id === id)),
  [],
)
checkEqual(
  'what a lawyer must review',
  lawyerReview.map(({ what }) => what),
  law.lawyer_must_review.map(({ what }) => what),
)

const isCounted = (term: LegalTerm): term is CountedTerm =>
  term.amount !== undefined && term.firstDay !== undefined && term.unit !== 'hours' && term.unit !== 'none'
for (const { rule, start, amount, unmoved_end, end } of law.test_vectors) {
  const own = known.get(rule)
  const found = own && isCounted(own) ? endOf({ ...own, amount }, start) : undefined
  checkEqual(`${rule} from ${start}`, found, { end, unmovedEnd: unmoved_end, isExact: true })
}

/** Entries that are one rule here and two there, or the other way round. */
const ownName: Readonly<Record<string, string>> = {
  'uk-282.4-1': 'uk-282.4',
  'uk-157': 'uk-157-1',
  'uk-330.1-old': 'uk-330.1-2022',
  'uk-315-1': 'uk-315',
  'uk-201.3-285.6': 'uk-201.3',
  'uk-191-255': 'uk-191',
}
/**
 * Rules that are confirmed there and counted there must have the same edition here; rules that the product does not
 * have are only listed.
 */
for (const { id, from, to, confidence, status } of law.repetition) {
  const own = repeatRules.find(rule => rule.id === (ownName[id] ?? id))
  if (own === undefined) console.log(`      ${id}: no rule of ours (${status}, ${confidence})`)
  else
    checkEqual(
      id,
      { since: own.since ?? null, until: own.until ?? null, confidence: own.confidence, status: own.status },
      { since: from, until: to, confidence, status },
    )
}

const holidays = z
  .object({
    years: z.record(
      z.string(),
      z.object({ nonworking_weekdays: z.array(z.string()), working_weekend_days: z.array(z.string()) }),
    ),
  })
  .parse(read('holidays.json'))
for (const [year, { nonworking_weekdays, working_weekend_days }] of Object.entries(holidays.years)) {
  const [off, worked] = [new Set(nonworking_weekdays), new Set(working_weekend_days)]
  const wrong: string[] = []
  for (let day = `${year}-01-01`; day.startsWith(year); day = addDays(day, 1)) {
    const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
    if (isDayOff(day) !== (isWeekend ? !worked.has(day) : off.has(day))) wrong.push(day)
  }
  checkEqual(`days off of ${year} that differ`, wrong, [])
}
const counted = [...known.values()].filter(term => whyNotCounted(term) === undefined).length
console.log(`      ${counted} of ${known.size} terms may be counted, the rest is named`)
endChecks()

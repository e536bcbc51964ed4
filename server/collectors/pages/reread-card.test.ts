import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { collectingWorld } from '../../../test/collecting-world.ts'
import { referenceDigest } from '../../db/reference/tables.ts'
import { caseRecord } from '../../ingest/case-record.ts'
import { ingest } from '../../ingest/ingest.ts'
import { pageReader } from './reread-card.ts'

/** A collector that comes to a card before rereading does tells no more than what the court has changed (design §14). */
const { db, court, cases, collect, goOn } = await collectingWorld()
const result = 'Вынесено постановление о назначении административного наказания'

/** As an earlier reader left them: without a judge. */
async function readBadly(courtId: number): Promise<void> {
  const { rows } = await sql<{ record: Record<string, unknown>; body: string | null }>`
    select s.record, t.body from case_record s join court_case c on c.id = s.case_id
    left join case_text t on t.case_id = c.id where c.court_id = ${courtId}`.execute(db)
  const bad = rows.map(({ record: { judge: _, ...rest }, body }) =>
    caseRecord.parse({ ...rest, ...(body === null ? {} : { text: body }) }),
  )
  await ingest(db, bad, { origin: 'collector' })
  await sql`
    update case_source s set page_reader = null, last_seen_at = l.card_at from listed_case l
    join court_case c on c.id = l.case_id where l.source_key = s.source_key and c.court_id = ${courtId}`.execute(db)
  await sql`delete from case_change`.execute(db)
}
const askAgain = (courtId: number) =>
  sql`
    update listed_case l set urgency = 0, due_at = now(), task = 'card' from court_case c
    where c.id = l.case_id and c.court_id = ${courtId}`.execute(db)
/** Kinds of news of each case, in their order, and what its fields were. */
const told = async (courtId: number) =>
  (
    await sql<{ case_number: string; kinds: string[]; judge: string | null }>`
      select c.case_number, n.kinds, judge.name as judge
      from case_change n join court_case c on c.id = n.case_id left join judge on judge.id = c.judge_id
      where c.court_id = ${courtId} order by c.case_number, n.id`.execute(db)
  ).rows.map(({ case_number, kinds, judge }) => [case_number, kinds.join(), judge !== null])

it.each([
  ['that prints its text', {}],
  ['of which the text lies apart', { text: { html: '<p>постановил: назначить штраф 5000 рублей.</p>', apart: true } }],
])('a card %s is read anew before it is compared with what its court says now', async (_, more) => {
  const all = cases(2, () => more)
  const { site, court_id } = await court({ cases: all })
  await collect([site])
  await readBadly(court_id)
  const [first] = all
  if (first) first.result = result
  await askAgain(court_id)
  await goOn([site])
  expect(await told(court_id)).toEqual([
    ['5-1/2026', '', true],
    ['5-1/2026', 'result', true],
    ['5-2/2026', '', true],
  ])
  if (first) first.result = 'Производство прекращено'
  await askAgain(court_id)
  await goOn([site])
  expect((await told(court_id)).slice(2, 3)).toEqual([['5-1/2026', 'result', true]])
})

it('a card that was not kept is told of once it has been read by this version', async () => {
  const all = cases(1)
  const { site, court_id } = await court({ cases: all })
  await collect([site])
  await readBadly(court_id)
  await sql`update listed_case l set card_hash = null from court_case c where c.id = case_id and court_id = ${court_id}`.execute(
    db,
  )
  const [first] = all
  if (first) first.result = result
  await askAgain(court_id)
  await goOn([site])
  expect(await told(court_id)).toEqual([['5-1/2026', '', true]])
  if (first) first.result = 'Производство прекращено'
  await askAgain(court_id)
  await goOn([site])
  expect((await told(court_id)).slice(1)).toEqual([['5-1/2026', 'result', true]])
})

/** Else what another wording makes of a card would be told as news of the court. */
it('kept cards are read anew where a wording is another: raise `pageReader`, then take the digest by npx vitest -u', () => {
  const rules = ['words', 'roles'].map(of => readFileSync(new URL(`../card-${of}.ts`, import.meta.url), 'utf8'))
  const digest = referenceDigest(['event-types', 'event-results', 'result-types', 'appeal-results'], rules.join('\n'))
  expect(`${pageReader} ${digest.slice(0, 16)}`).toMatchInlineSnapshot(`"10 f6cf25fefe8d830b"`)
})

import type { Kysely } from 'kysely'
import { keepPage } from '../server/collectors/pages/keep-page.ts'
import { recordReading } from '../server/collectors/pages/page-readings.ts'
import { fromPage } from '../server/collectors/pages/reread-card.ts'
import type { DB } from '../server/db/schema.ts'
import { type CaseRecordInput, caseRecord } from '../server/ingest/case-record.ts'
import { ingest } from '../server/ingest/ingest.ts'

/** An invented case that was read from pages of a court's site three times: first, unchanged, and with a decision. */
export const evidenceCardUrl = 'https://vymysel.sudrf.ru/modules.php?name=sud_delo&case_id=1'
const evidenceCard =
  '<meta charset="utf-8"><h1>Дело № 5-1/2026</h1><script>alert(1)</script><a href="https://example.org/">ссылка</a>'
const secondCard = `<meta charset="utf-8"><h1>Дело № 5-1/2026</h1><p>${'Назначен штраф. '.repeat(6_000)}</p>`
const [hour, minute] = [3_600_000, 60_000]

let serial = 0
export async function buildReadCase(db: Kysely<DB>, { withReadings = true } = {}) {
  serial += 1
  const record = {
    ...{
      source_key: `evidence:${serial}`,
      type: 1,
      stage: 1,
      case_number: `5-${serial}/2026`,
      entry_date: '2026-03-02',
    },
    court: { title: 'Вымышленный районный суд', region: 77, city: 'Москва' },
    url: evidenceCardUrl,
  } satisfies CaseRecordInput
  const read = async (body: string, state: Partial<CaseRecordInput>, times: number) => {
    const url = `${evidenceCardUrl}&n=${serial}`
    // Each case has pages of its own.
    const bytes = Buffer.from(`${body}<!-- ${serial} -->`)
    const hash = await keepPage(db, { url, body: bytes, content_type: 'text/html; charset=utf-8' })
    for (let at = 0; withReadings && at < times; at++) {
      const askedAt = new Date(Date.now() - hour + at * minute)
      await recordReading(db, {
        ...{ url, method: 'GET', hash },
        facts: {
          ...{
            askedAt,
            answeredAt: new Date(askedAt.getTime() + 700),
            address: '192.0.2.7',
            statusLine: 'HTTP/1.1 200 OK',
          },
          headers: [
            ['Server', 'nginx'],
            ['Content-Type', 'text/html; charset=utf-8'],
            ['Content-Encoding', 'gzip'],
            ['Set-Cookie', 'a=1'],
            ['Set-Cookie', 'b=2'],
          ],
          tls: { protocol: 'TLSv1.3', certificates: ['ab'.repeat(32), 'cd'.repeat(32)] },
        },
      })
    }
    const [result] = await ingest(db, [caseRecord.parse({ ...record, ...state })], {
      origin: 'collector',
      from: [fromPage(hash)],
    })
    if (result === undefined) throw new Error('ingest answered nothing')
    return { id: result.case_id, hash: hash.toString('hex'), body: bytes }
  }
  const first = await read(evidenceCard, {}, 2)
  const second = await read(secondCard, { judge: 'Судьина А.А.', text: 'Постановил: назначить штраф 5000 рублей.' }, 1)
  return { id: first.id, first, second, case_number: record.case_number }
}

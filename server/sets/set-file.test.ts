import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fullSet, newInvitation, setItemList, workingSet } from '#shared/api/sets.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { unzipped } from '../../test/unzipped.ts'
import { readDecisionFile } from '../files/decision-file.ts'

/** Files of a set (decision 0102): its order, the notes of the team, and changes since the reader's last file. */
const { app, db, as } = await testApp()
const court = (region: number) => ({ title: `Суд ${region} & «Дом»`, region, city: 'Москва' })
const [first, second, third] = await buildCases(db, [
  {
    court: court(77),
    case_number: '5-101/2026',
    entry_date: '2026-03-05',
    defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
  },
  { court: court(78), case_number: '5-102/2026', entry_date: '2026-03-04', result_date: '2026-03-20' },
  { court: court(77), case_number: '5-103/2026', entry_date: '2026-03-03', case_uid: '77RS0001-01-2026-000103-45' },
])
const owner = await buildAccount(db)
const limited = await buildAccount(db, { regions: [77] })
const [own, theirs] = await Promise.all([as(owner), as(limited)])
const { id } = workingSet.parse(
  (await own('sets/', { method: 'POST', body: { title: 'Срочные <1>', cases: [third, first, second] } })).body,
)
const { columns } = fullSet.parse(
  (await own(`sets/${id}/`, { method: 'PATCH', body: { columns: [{ title: 'Кому передано' }] } })).body,
)
const { token } = newInvitation.parse(
  (await own(`sets/${id}/invitations/`, { method: 'POST', body: { role: 'editor' } })).body,
)
await theirs('sets/invitations/accept/', { method: 'POST', body: { token } })
const [item] = setItemList.parse((await own(`sets/${id}/items/?case=${first}`)).body).results
await own(`sets/${id}/items/`, {
  method: 'PATCH',
  body: {
    items: [
      {
        ...{ case_id: first, version: item?.version, status: 'disputed', assignee: limited.id, add_labels: ['Пикет'] },
        ...{ note: '=1+1', columns: { [columns[0]?.key ?? '']: 'Пресс-службе' } },
      },
    ],
  },
})

const file = async (who: { id: number }, query = '') => {
  const { openSession } = await import('../accounts/sessions.ts')
  const authorization = `Bearer ${await openSession(db, who.id)}`
  const answer = await app.inject({ url: `/api/v1/sets/${id}/file/?${query}`, headers: { authorization } })
  const parts = answer.statusCode === 200 ? unzipped(answer.rawPayload) : new Map<string, string>()
  const text = parts.get('xl/worksheets/sheet1.xml') ?? parts.get('word/document.xml') ?? ''
  return { answer, parts, text, numbers: [...text.matchAll(/5-10\d\/2026/g)].map(([number]) => number) }
}
const age = () => sql`update case_set_member set file_at = file_at - interval '1 second'`.execute(db)
/** Moves all changes to a day ago. */
const settle = async () => {
  await sql`update court_case set changed_at = now() - interval '1 day'`.execute(db)
  await sql`update case_set_item set changed_at = now() - interval '1 day', added_at = now() - interval '1 day'`.execute(
    db,
  )
}

describe('a workbook of a set', () => {
  it('has its cases in its order, and what is noted of each beside them', async () => {
    const { answer, text, parts, numbers } = await file(owner)
    expect(numbers).toEqual(['5-103/2026', '5-101/2026', '5-102/2026'])
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('Срочные 1'))
    for (const cell of [
      'Работа в подборке',
      'Кому передано',
      'Спорно',
      limited.username,
      'Пикет',
      'Пресс-службе',
      '=1+1',
    ])
      expect(text).toContain(`>${cell}<`)
    expect(text).not.toContain('<f>')
    expect(parts.get('xl/worksheets/sheet2.xml')).toContain('Как в подборке')
  })
  it('is of the cases that its reader may see, and narrowed by filters', async () => {
    expect((await file(limited)).numbers).toEqual(['5-103/2026', '5-101/2026'])
    expect((await file(owner, 'set_status=disputed')).numbers).toEqual(['5-101/2026'])
    expect((await file(owner, `cases=${first},${third}`)).numbers).toEqual(['5-103/2026', '5-101/2026'])
    expect((await file(await buildAccount(db))).answer.statusCode).toBe(404)
    expect((await file(owner, 'as_of=2026-03-01')).answer.statusCode).toBe(400)
  })
})

describe('a file of picked cases', () => {
  it.each([
    ['xlsx', 'xl/worksheets/sheet2.xml', 'Только выбранные дела'],
    ['docx', 'word/document.xml', 'Только выбранные дела подборки.'],
  ])('says so as %s, and a file of the set does not', async (format, part, words) => {
    const said = async (query: string) => (await file(owner, `format=${format}${query}`)).parts.get(part)
    expect(await said(`&cases=${first},${third}`)).toContain(`>${words}<`)
    expect(await said('')).not.toContain('Только выбранные')
  })
})

describe('a file of a set that has cases of other regions', () => {
  it.each([
    ['xlsx', 'xl/worksheets/sheet2.xml'],
    ['docx', 'word/document.xml'],
  ])('says as %s that it is of those open to its reader, and says it to nobody else', async (format, part) => {
    const said = async (who: { id: number }, more = '') =>
      (await file(who, `format=${format}${more}`)).parts.get(part) ?? ''
    expect(await said(limited)).toMatch(/>Только дела открытых вам регионов: из подборки скрыто 1\u00a0дело\.?</)
    for (const other of [await said(limited, `&cases=${first}`), await said(owner)]) {
      expect(other).not.toBe('')
      expect(other).not.toContain('Только дела открытых')
    }
  })
})

describe('what has changed since the last file', () => {
  it('is calculated for each member by their own, and files of a part do not count', async () => {
    await settle()
    await file(owner)
    await age()
    expect((await file(owner, 'changed=true')).numbers).toEqual([])
    await own(`sets/${id}/items/`, { method: 'PATCH', body: { cases: [third], change: { status: 'checked' } } })
    await sql`update court_case set changed_at = now() where id = ${second}`.execute(db)
    expect((await file(owner, 'changed=true&set_status=checked')).numbers).toEqual(['5-103/2026'])
    expect((await file(owner, 'changed=true')).numbers).toEqual(['5-103/2026', '5-102/2026'])
    expect((await file(owner, 'changed=true')).numbers).toEqual([])
    // A list without notes does not count as the last file, and neither does a HEAD request.
    await own(`sets/${id}/items/`, { method: 'PATCH', body: { cases: [first], change: { status: 'checked' } } })
    await file(owner, 'format=docx')
    await file(owner, `cases=${first},${second},${third}`)
    await own(`sets/${id}/file/`, { method: 'HEAD' })
    expect((await file(owner, 'changed=true')).numbers).toEqual(['5-101/2026'])
    // A case that was removed and restored is included again.
    await own(`sets/${id}/items/remove/`, { method: 'POST', body: { cases: [second] } })
    await file(owner)
    await own(`sets/${id}/items/restore/`, { method: 'POST', body: { cases: [second] } })
    expect((await file(owner, 'changed=true')).numbers).toEqual(['5-102/2026'])
    // Their own last file is older.
    expect((await file(limited, 'changed=true')).numbers).toEqual(['5-103/2026', '5-101/2026'])
  })
  it('is everything where there was no file, and says so', async () => {
    const newcomer = await buildAccount(db)
    await (await as(newcomer))('sets/invitations/accept/', { method: 'POST', body: { token } })
    const { numbers, parts } = await file(newcomer, 'changed=true')
    expect(numbers).toHaveLength(3)
    expect(parts.get('xl/worksheets/sheet2.xml')).toContain('Прошлого файла не было: здесь все дела<')
  })
  it('is never told to be everything in a file of picked or of filtered cases, and the next one still is', async () => {
    const newcomer = await buildAccount(db)
    await (await as(newcomer))('sets/invitations/accept/', { method: 'POST', body: { token } })
    for (const [part, all] of [
      [`cases=${first},${third}`, 'все выбранные дела'],
      ['type=1', 'все дела по фильтрам'],
    ]) {
      const { parts } = await file(newcomer, `changed=true&${part}`)
      expect(parts.get('xl/worksheets/sheet2.xml')).toContain(`Прошлого файла не было: здесь ${all}<`)
      expect((await file(newcomer, `format=docx&changed=true&${part}`)).text).toContain(`здесь ${all}.<`)
    }
    expect((await file(newcomer, 'changed=true')).numbers).toHaveLength(3)
  })
})

describe('a list for a filing', () => {
  it('is a table of Word that tells cases apart, without notes and outcomes', async () => {
    const { text, parts, numbers, answer } = await file(owner, 'format=docx')
    expect(numbers).toEqual(['5-103/2026', '5-101/2026', '5-102/2026'])
    expect(answer.headers['content-type']).toContain('wordprocessingml')
    expect([...parts.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/document.xml',
      'word/styles.xml',
    ])
    for (const words of [
      'Срочные &lt;1&gt;',
      'Суд 77 &amp; «Дом»',
      'Ветрогонов Пётр Ильич',
      '77RS0001-01-2026-000103-45',
      '20\u00a0марта\u00a02026',
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/=1\+1|Спорно|Пресс-службе/)
    // As a reader sees it.
    expect(await readDecisionFile(answer.rawPayload)).toMatchObject({
      format: 'docx',
      text: expect.stringContaining('2\t5-101/2026\tСуд 77 & «Дом»\tВетрогонов Пётр Ильич\t\t5'),
    })
  })
  it('says by which filters its cases were chosen, and nothing of what the team keeps of them', async () => {
    const { text, numbers } = await file(owner, 'format=docx&regions=77&set_status=checked')
    expect(numbers).toEqual(['5-103/2026', '5-101/2026'])
    expect(text).toContain('>Дела по фильтрам: Регион — Москва; и по другим фильтрам.<')
    expect(text).not.toMatch(/Работа в подборке|Проверено|Срочные &lt;1&gt;\./)
    expect((await file(owner, 'format=docx')).text).not.toContain('фильтрам')
  })
  it('says no outcome by which its cases were chosen: they may have people of whom it is not true', async () => {
    const two = { court: court(77), case_number: '5-109/2026', defendants: [{ name: 'Один' }, { name: 'Другой' }] }
    const penalties = [{ type: 'arrest' as const, value: 5 }]
    await own(`sets/${id}/items/`, { method: 'POST', body: { cases: await buildCases(db, [{ ...two, penalties }]) } })
    const { text, numbers } = await file(owner, 'format=docx&penalty_type=arrest')
    expect(numbers).toEqual(['5-109/2026'])
    expect(text).toContain('>Дела по фильтрам.<')
    expect(text).not.toMatch(/Наказание|Арест/)
  })
})

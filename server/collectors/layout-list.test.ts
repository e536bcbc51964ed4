import { describe, expect, it } from 'vitest'
import { type CollectedLayout, collectedLayouts, type LayoutName, layoutNames } from '#shared/domain/court-layouts.ts'
import { standInSites } from '../../test/court-stand-in.ts'
import type { StandInCase } from '../../test/court-stand-in-cases.ts'
import { adapters, readPage } from './parse.ts'

/** What a layout needs besides its name in the list; a new one is told here what it lacks. */
const shown: StandInCase = {
  number: '5-17/2026',
  person: 'Вымыслов Пётр Ильич',
  article: 'ст.20.2 ч.5 КоАП РФ',
  entry: '2026-03-02',
  guid: 'ab12',
  uid: '59RS0001-01-2026-000017-11',
  result: 'Вынесено постановление о назначении административного наказания',
}
/** Layouts whose sites are not asked: an answer that was saved, with a case. */
const saved: Readonly<Record<Exclude<LayoutName, CollectedLayout>, { url: string; body: string }>> = {
  mirsud_spb: {
    url: 'https://mirsud.spb.ru/cases/api/detail/?id=5-7/2026-20',
    body: JSON.stringify({
      result: { id: '5-7/2026-20', court_number: '20', created_date: '14.04.2026', history: [], participants: [] },
    }),
  },
}

describe.each(layoutNames)('the layout %s', layout => {
  it('has its adapter (parse.ts)', () => expect(Object.keys(adapters)).toContain(layout))
  if (isCollected(layout)) {
    it('has its pages in the stand-in (test/court-stand-in.ts)', () =>
      expect(Object.keys(standInSites)).toContain(layout))
    it('is asked, known by its marks, and reads the list and the card that it is shown', () => {
      const url = `https://vymysel.${standInSites[layout].platform}/rs/tverskoj`
      const [address = ''] = adapters[layout].searchUrls({
        court: { title: 'Вымышленный районный суд', url },
        type: 1,
        stage: 1,
        from: '2026-03-01',
        to: '2026-03-09',
      })
      const list = pageAt(address, layout)
      if (list.kind !== 'list') throw new Error(JSON.stringify(list))
      expect(list).toMatchObject({ layout, total: 1, rows: [{ case_number: shown.number }] })
      const [row] = list.rows
      const card = pageAt(row?.url ?? '', layout)
      expect(card).toMatchObject({ layout, kind: 'card', card: { number: expect.stringContaining(shown.number) } })
      if (card.kind !== 'card') return
      const keys = [card.case?.source_key, ...(card.case?.former_keys ?? [])]
      if (card.case !== null) expect(keys).toContain(row?.source_key)
    })
  } else
    it('is known by its marks, and reads the case of an answer that was saved', () =>
      expect(readPage(saved[layout])).toMatchObject({ layout, kind: 'card', case: { entry_date: '2026-04-14' } }))
})

const pageAt = (address: string, layout: CollectedLayout) =>
  readPage({ url: address, body: standInSites[layout].answer({ cases: [shown] }, new URL(address), () => true) })

function isCollected(name: LayoutName): name is CollectedLayout {
  return collectedLayouts.some(one => one === name)
}

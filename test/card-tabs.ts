import type { Card, CardSection, TakeNote } from '../server/collectors/collector.ts'

/** Cards as tests of their readers write them, tab by tab, without a page. */
export type Tab = readonly [title: string, ...parts: (readonly string[])[]]
/** A part of a tab is a label and its value («=», label, value), or a row of its one table, the first its columns. */
const section = ([title, ...parts]: Tab): CardSection => {
  const [columns, ...rows] = parts.filter(([mark]) => mark !== '=').map(part => [...part])
  return {
    title,
    fields: parts.filter(([mark]) => mark === '=').map(([, label = '', value = '']) => ({ label, value })),
    tables: columns === undefined ? [] : [{ title, columns: columns.filter(Boolean), rows }],
  }
}
export const cardOfTabs = (tabs: readonly Tab[]): Card => ({
  number: '5-1/2026',
  acts: [],
  sections: tabs.map(section),
})
export const noting = (): { notes: string[]; note: TakeNote } => {
  const notes: string[] = []
  return { notes, note: (what, where, text) => void notes.push(`${what}: ${where}: ${text}`) }
}

import { createHash } from 'node:crypto'
import { showMoment } from '#shared/domain/dates.ts'
import { fewestToPublish, hiddenWords } from '#shared/domain/figures.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { PublicFigures } from './public-table.ts'
import type { PublicCell } from './suppress.ts'

/**
 * CitedFigures embedded in other sites: a complete document without scripts, external images, fonts or anything else to
 * load.
 */
const style = `:root{color-scheme:light dark;--ink:light-dark(#161b19,#e7ebe9);--ink-2:light-dark(#4f5754,#a9b2ae);--line:light-dark(#e1e5e2,#2b322f);--canvas:light-dark(#fff,#121615);--bar:light-dark(#4a957d,#3d8f75);--brick:light-dark(#a3341f,#f0927f)}
*{box-sizing:border-box}body{margin:0;padding:12px 16px 16px;color:var(--ink);background:var(--canvas);font:14px/20px "Segoe UI",-apple-system,BlinkMacSystemFont,Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif}
h1{margin:0 0 4px;font-size:18px;line-height:24px;overflow-wrap:anywhere}p{margin:0 0 8px}.quiet,summary,footer{color:var(--ink-2);font-size:13px;line-height:18px;overflow-wrap:anywhere}.warning{color:var(--brick);font-weight:600}
div{overflow-x:auto}table{width:100%;margin:8px 0;border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:4px 8px 4px 0;border-bottom:1px solid var(--line);font-weight:400;text-align:left;vertical-align:middle}thead th{color:var(--ink-2);font-size:13px;vertical-align:bottom}
td.n,th.n{padding-left:8px;text-align:right;white-space:nowrap}td.hidden{color:var(--ink-2)}td.bar{width:40%;padding-right:0}svg{display:block;width:100%;height:14px}rect{fill:var(--bar)}details{margin:8px 0}summary{min-height:24px;cursor:pointer}dl{margin:4px 0}dt{color:var(--ink-2);font-size:13px}dd{margin:0 0 6px;overflow-wrap:anywhere}
@media (max-width:480px){td.bar,th.bar{display:none}}`
const styleHash = createHash('sha256').update(style).digest('base64')

export const embedHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  // A page with COEP shows only resources that allow it.
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  // A closed embed disappears at once: neither proxies nor browser history may keep it.
  'cache-control': 'no-store',
} as const

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;')
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head><body>${body}</body></html>`

/** The reason why no figures are shown. */
export const embedSentence = (sentence: string): string => page(sentence, `<p>${escaped(sentence)}</p>`)

export function embedPage({ title, source, method, table, made_at }: PublicFigures, url: string): string {
  const { head, columns, rows, rest, total, notes } = table
  const most = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(sizeOf)))
  const hasBars = columns.length === 1
  const hides = [...rows.flatMap(({ cells }) => cells), rest]
  const said = [
    `Всего дел в выборке: ${showNumber(total)}.`,
    // Cases in no column.
    ...(rest === 0 ? [] : [`Остальных, которых в таблице нет: ${wordOf(rest)}.`]),
    ...notes,
    ...(hides.includes('few') ? [`Числа меньше ${fewestToPublish} не показаны.`] : []),
    ...(hides.includes('beside') ? [`«${hiddenWords.beside}» — число, по которому их можно было бы вычислить.`] : []),
  ]
  const line = (label: string, cells: readonly PublicCell[]): string =>
    `<tr><th scope="row">${escaped(label)}</th>${cells.map(cellOf).join('')}${hasBars ? barOf(cells[0] ?? 0, most) : ''}</tr>`
  return page(
    title,
    `<main><h1>${escaped(title)}</h1>${method.warning === null ? '' : `<p class="warning">${escaped(method.warning)}</p>`}
<div><table><thead><tr><th scope="col">${escaped(head)}</th>${columns.map(name => `<th scope="col" class="n">${escaped(name)}</th>`).join('')}${hasBars ? '<th class="bar"></th>' : ''}</tr></thead>
<tbody>${rows.map(({ label, cells }) => line(label, cells)).join('\n')}</tbody></table></div>
<p class="quiet">${escaped(said.join(' '))}</p>
<details><summary>Как посчитано</summary><dl>${method.lines.map(([label, text]) => `<dt>${escaped(label)}</dt><dd>${escaped(text)}</dd>`).join('')}</dl></details></main>
<footer>${escaped(source)}. Цифры сохранены ${escaped(showMoment(made_at.toISOString(), 'Europe/Moscow'))} по Москве и не меняются. <span>${escaped(url)}</span></footer>`,
  )
}

const sizeOf = (one: PublicCell): number => (typeof one === 'number' ? one : 0)
const wordOf = (one: PublicCell): string => (typeof one === 'number' ? showNumber(one) : hiddenWords[one])
const cellOf = (one: PublicCell): string =>
  `<td class="n${typeof one === 'number' ? '' : ' hidden'}">${wordOf(one)}</td>`
/** In hundredths of the longest bar: lengths are attributes, so that the page needs no inline styles. */
const barOf = (one: PublicCell, most: number): string =>
  `<td class="bar">${sizeOf(one) === 0 ? '' : `<svg viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.max(2, Math.round((1000 * sizeOf(one)) / most))}" height="14"/></svg>`}</td>`

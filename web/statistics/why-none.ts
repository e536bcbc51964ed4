/** Why a tile of the map shows no cases. `closed`: not of this account; `unread`: its courts were never read. */
export type WhyNone = 'none' | 'unread' | 'closed'
export const noneWords: Readonly<Record<WhyNone, string>> = {
  none: 'дел нет',
  unread: 'суды не читались: есть ли дела, неизвестно',
  closed: 'регион вам не открыт',
}
export const noneSigns: Readonly<Record<WhyNone, string>> = { none: '—', unread: '?', closed: '' }

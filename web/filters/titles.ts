import { regionTitle } from '#shared/domain/regions.ts'
import { upperFirst } from '#shared/domain/wording.ts'
import type { StatusSign } from '../ui/status.tsx'

/** Court sites use capitals: «Вынесен ПРИГОВОР». Such words become lower case; abbreviations stay. */
export const sentenceCase = (title: string): string =>
  upperFirst(title.replace(/[А-ЯЁ]{4,}/g, word => word.toLowerCase()))

/** «семейноеПоложение» → «Семейное положение»: keys of circumstances are camel-case data (§3). */
export const defenceKeyTitle = (key: string): string =>
  upperFirst(key.replace(/[А-ЯЁ]/g, letter => ` ${letter.toLowerCase()}`).trim())

/** Removes a region in brackets that repeats the court's own: «Ишимский городской суд (Тюменская область)». */
export const courtTitle = ({ title, region }: { title: string; region: number }): string => {
  const found = /^(.*\S)\s*\(([^()]+)\)\s*$/.exec(title)
  const repeats = found?.[2] !== undefined && letters(found[2]) === letters(regionTitle(region))
  return withCity(repeats ? (found?.[1] ?? title) : title)
}

/** A no-break space after «г.». */
export const withCity = (title: string): string => title.replace(/(?<= )г\. ?/, 'г.\u00a0')

const letters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^город\s+/, '')
    .replace(/[^а-яё]/g, '')

/** A result in a few words with a sign, derived from the court's title; an unknown title is shown whole. */
const rules: readonly { if: RegExp; sign: StatusSign; short: string }[] = [
  { if: /отмен\S* .*(возвращ|нов\S+ рассмотр)/i, sign: 'annulled', short: 'Отменено с возвращением' },
  { if: /отмен\S* .*прекращ/i, sign: 'annulled', short: 'Отменено с прекращением' },
  { if: /отмен\S* .*(подведомств|подсудн)/i, sign: 'annulled', short: 'Отменено и передано' },
  { if: /отмен(а|ен)/i, sign: 'annulled', short: 'Отменено' },
  { if: /без изменени/i, sign: 'same', short: 'Без изменения' },
  { if: /без рассмотрения.*пропуск/i, sign: 'returned', short: 'Пропущен срок' },
  {
    if: /возвращен\S* без рассмотрения|возвращ[её]н\S* прокурору|о возвращении протокола/i,
    sign: 'returned',
    short: '',
  },
  { if: /без рассмотрения/i, sign: 'returned', short: 'Без рассмотрения' },
  { if: /приговор.*измен/i, sign: 'changed', short: 'Приговор изменён' },
  { if: /измен[её]н/i, sign: 'changed', short: 'Изменено' },
  { if: /оправда/i, sign: 'other', short: 'Оправдание' },
  { if: /назначен\S+ (?:административн\S+ )?наказани|^наказание$/i, sign: 'penalty', short: 'Наказание назначено' },
  { if: /^осужд[её]н/i, sign: 'penalty', short: 'Осуждение' },
  { if: /приговор/i, sign: 'penalty', short: 'Вынесен приговор' },
  { if: /производств\S* по жалобе прекращ/i, sign: 'terminated', short: 'Жалоба прекращена' },
  { if: /апелляционн\S* производство прекращ/i, sign: 'terminated', short: 'Апелляция прекращена' },
  { if: /прекращ|^примирени/i, sign: 'terminated', short: 'Прекращено' },
  { if: /отозван/i, sign: 'terminated', short: 'Жалоба отозвана' },
  { if: /снято с/i, sign: 'terminated', short: 'Снято с рассмотрения' },
  { if: /подведомств|подсудн|о передаче дела/i, sign: 'returned', short: 'Передано' },
  { if: /присоединен/i, sign: 'other', short: 'Присоединено к другому' },
  { if: /приостановл/i, sign: 'none', short: 'Приостановлено' },
]
const returned = (title: string): string =>
  /протокол/i.test(title) ? 'Протокол возвращён' : /прокурор/i.test(title) ? 'Возвращено прокурору' : 'Возвращено'

type CaseOutcome = { sign: StatusSign; short: string }
export const caseOutcome = (title: string): CaseOutcome => {
  const rule = rules.find(candidate => candidate.if.test(title))
  return rule
    ? { sign: rule.sign, short: rule.short || returned(title) }
    : { sign: 'other', short: sentenceCase(title) }
}

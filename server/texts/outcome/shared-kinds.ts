import { type PenaltyType, type PenaltyUnit, unitOf } from '#shared/domain/outcomes.ts'
import { type Amount, amountsIn } from './amounts.ts'
import { isReducing } from './measured-penalty.ts'
import { isParticipant, isSameName, type Name, namesInText } from './names.ts'
import { type PenaltyMention, penaltyMentions } from './penalty-kinds.ts'

/** How a kind is repeated beside an amount. */
const genitives: Partial<Record<PenaltyType, string>> = {
  imprisonment: 'лишения свободы',
  forced_labour: 'принудительных работ',
  restriction: 'ограничения свободы',
  arrest: 'административного ареста',
  works: 'обязательных работ',
  corrective_works: 'исправительных работ',
  fine: 'штрафа',
  court_fine: 'судебного штрафа',
}

/** Each is compared with each. */
const mostPeople = 60

type Said = { plain: string; written: string }
type Item = { name: Name; amount: Amount; hasKind: boolean }

/**
 * «штраф: Ветрогонову П. И. – 500 рублей, Крутоярову И. Л. – 600 рублей», «Ветрогонову П. И. до 2 лет, Крутоярову И. Л. до 3 лет лишения
 * свободы»: what several people share is repeated beside the amount of each. Anything less regular is left as it stands, and is ambiguous.
 */
export function repeatSharedKind<T extends Said>(sentence: T): T {
  const { plain, written } = sentence
  if (other.test(plain)) return sentence
  const mentions = penaltyMentions(plain)
  const type = mentions[0]?.type
  const unit = type === undefined ? null : unitOf(type)
  const genitive = type === undefined ? undefined : genitives[type]
  if (genitive === undefined || unit === null || mentions.some(one => one.type !== type)) return sentence
  const names = namesInText(written).filter(({ start }) => !isParticipant(plain.slice(0, start)))
  if (names.length > mostPeople) return sentence
  const items = itemsOf(plain, names, mentions, unit)
  const [first] = items
  if (first === undefined || items.length < 2 || items.every(({ hasKind }) => hasKind)) return sentence
  const before = mentions.filter(({ start }) => start < first.name.start)
  if (items.every(({ hasKind }) => !hasKind) && before.length === 0) return sentence
  if (amountsIn(plain.slice(0, first.name.start), unit).length > 0) return sentence
  const added = items.filter(({ hasKind }) => !hasKind).map(({ amount: { end } }) => end)
  const changed = (text: string): string => repeated(text, before, added, ` ${genitive}`)
  return { ...sentence, plain: changed(plain), written: changed(written) }
}

/** The same of a list: «наказание в виде лишения свободы:», and below it «– Ветрогонову П. И. на 2 года», «– Крутоярову И. Л. на 3 года». */
export function repeatKindOfHeading<T extends Said>(sentences: readonly T[]): T[] {
  const all = [...sentences]
  for (const [at, heading] of sentences.entries()) {
    const [mention, ...more] = colon.test(heading.plain) ? penaltyMentions(heading.plain) : []
    const unit = mention === undefined ? null : unitOf(mention.type)
    const genitive = mention && genitives[mention.type]
    if (mention === undefined || unit === null || genitive === undefined || more.length > 0) continue
    if (amountsIn(heading.plain, unit).length > 0) continue
    const shown = (of: T, blanked: readonly PenaltyMention[], added: readonly number[]): T => ({
      ...of,
      plain: repeated(of.plain, blanked, added, ` ${genitive}`),
      written: repeated(of.written, blanked, added, ` ${genitive}`),
    })
    let next = at + 1
    for (let row = all[next]; row !== undefined && next <= at + mostPeople; row = all[++next]) {
      const names = other.test(row.plain) || penaltyMentions(row.plain).length > 0 ? [] : namesInText(row.written)
      const items = itemsOf(row.plain, names, [], unit)
      if (items.length === 0 || items.length < names.length) break
      all[next] = shown(
        row,
        [],
        items.map(({ amount }) => amount.end),
      )
    }
    // A list that leaves out one of those its heading names goes on in another way.
    const told = all.slice(at + 1, next).flatMap(row => namesInText(row.written))
    const isWhole = namesInText(heading.written).every(name => told.some(one => isSameName(one, name)))
    if (next > at + 1 && isWhole) all[at] = shown(heading, [mention], [])
    else all.splice(at + 1, next - at - 1, ...sentences.slice(at + 1, next))
  }
  return all
}
const colon = /:\s*$/

/** A suspended sentence has a term of its own; money may be a debt, and time may be credited. */
const other =
  /испытательн|условн|соответственно|взыска|в пользу|ущерб|(?<!\p{L})иск\p{L}{0,3}(?!\p{L})|вред|издерж|компенсац|стоимост|задолженн|пошлин|рассроч|ежемесячн|зачет|зачесть|засчит|(?<!\p{L})(?:либо|или)(?!\p{L})/u
/** What may stand between a name and its amount. */
const joint =
  /^[ ,:–—-]*(?:(?:в виде|наказани[ея]|назначенн\p{L}{2,3}|снизить|смягчить|на|срок(?:ом)?|в|размер[еа]?|сумме|до|с|\d[\d ]{0,12}(?:рублей|лет|год\p{L}*|месяц\p{L}*)?)[ –—-]+)*$/u

/** The people at the end of a sentence who have one amount each. */
function itemsOf(
  plain: string,
  names: readonly Name[],
  mentions: readonly PenaltyMention[],
  unit: PenaltyUnit,
): Item[] {
  const items: Item[] = []
  for (const [at, name] of [...names.entries()].toReversed()) {
    const until = names[at + 1]?.start ?? plain.length
    const found = amountsIn(plain.slice(name.end, until), unit)
    const last = found.at(-1)
    const own = found.length === 2 && last?.limit === 'to' && isReducing.test(plain) ? found.slice(1) : found
    const [amount, more] = own
    if (amount === undefined || more !== undefined) break
    const mention = mentions.find(({ start }) => start >= name.end && start < until)
    const between = plain.slice(name.end, name.end + (found[0]?.start ?? 0))
    const bare = mention === undefined ? between : between.replace(plain.slice(mention.start, mention.end), '')
    if (!joint.test(bare) || items.some(one => isSameName(one.name, name))) break
    items.unshift({
      name,
      amount: { ...amount, start: amount.start + name.end, end: amount.end + name.end },
      hasKind: mention !== undefined,
    })
  }
  return items
}

/** The words before the list are blanked: they have no amount of their own. */
function repeated(text: string, blanked: readonly PenaltyMention[], added: readonly number[], words: string): string {
  let result = text
  for (const { start, end } of blanked) result = result.slice(0, start) + ' '.repeat(end - start) + result.slice(end)
  for (const at of added.toReversed()) result = result.slice(0, at) + words + result.slice(at)
  return result
}

import type { PenaltyType, PenaltyUnit } from '#shared/domain/outcomes.ts'
import { unitOf } from '#shared/domain/outcomes.ts'
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

type Item = { name: Name; amount: Amount; hasKind: boolean }

/**
 * «штраф: Ветрогонову П. И. – 500 рублей, Крутоярову И. Л. – 600 рублей», «Ветрогонову П. И. до 2 лет, Крутоярову И. Л. до 3 лет лишения
 * свободы»: what several people share is repeated beside the amount of each. Anything less regular is left as it stands, and is ambiguous.
 */
export function repeatSharedKind(sentence: { plain: string; written: string }): { plain: string; written: string } {
  const { plain, written } = sentence
  if (other.test(plain)) return sentence
  const mentions = penaltyMentions(plain)
  const type = mentions[0]?.type
  const unit = type === undefined ? null : unitOf(type)
  const genitive = type === undefined ? undefined : genitives[type]
  if (genitive === undefined || unit === null || mentions.some(one => one.type !== type)) return sentence
  const names = namesInText(written).filter(({ start }) => !isParticipant(plain.slice(0, start)))
  const items = itemsOf(plain, names, mentions, unit)
  const [first] = items
  if (first === undefined || items.length < 2 || items.every(({ hasKind }) => hasKind)) return sentence
  const before = mentions.filter(({ start }) => start < first.name.start)
  if (items.every(({ hasKind }) => !hasKind) && before.length === 0) return sentence
  if (amountsIn(plain.slice(0, first.name.start), unit).length > 0) return sentence
  const added = items.filter(({ hasKind }) => !hasKind).map(({ amount: { end } }) => end)
  const changed = (text: string): string => repeated(text, before, added, ` ${genitive}`)
  return { plain: changed(plain), written: changed(written) }
}

/** A suspended sentence has a term of its own. */
const other = /испытательн|условн|соответственно|(?<!\p{L})(?:либо|или)(?!\p{L})/u
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

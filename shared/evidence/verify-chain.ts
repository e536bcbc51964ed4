import { showDate } from '../domain/dates.ts'
import { rootByPath } from './merkle-tree.ts'
import { contentText, entryText, type PackedJournal, type PackedSeals, sealText } from './package-format.ts'
import { inUtc, type Primitives, type Say } from './primitives.ts'

type Hash = Primitives['sha256']

/** Whether each entry matches its hash and follows the previous one. */
export function checkJournal({ case_id, entries, texts }: PackedJournal, sha256: Hash, say: Say): void {
  const problems: string[] = []
  let previous: string | null = null
  for (const [place, entry] of entries.entries()) {
    const { number, content, content_hash, hash } = entry
    if (number !== place) problems.push(`на месте записи ${place} стоит запись ${number}`)
    if (content !== null && sha256(contentText(content)) !== content_hash)
      problems.push(`содержание записи ${number} изменено`)
    if (sha256(entryText(case_id, entry, previous)) !== hash)
      problems.push(`запись ${number} изменена или стоит не после той, что была до неё`)
    previous = hash
  }
  for (const [hash, body] of Object.entries(texts))
    if (sha256(body) !== hash) problems.push(`изменён текст решения ${hash}`)
  for (const problem of problems) say(false, `Журнал дела: ${problem}.`)
  const removed = entries.filter(({ content }) => content === null).length
  if (problems.length > 0) return
  say(true, `Журнал дела: записей ${entries.length}, каждая связана хешем с предыдущей.`)
  if (removed > 0) say(null, `Содержание удалено, остались хеши: записей ${removed}.`)
  for (const [day, changed] of Map.groupBy(entries, ({ forgotten_on }) => forgotten_on))
    if (day !== null) say(null, changedByDecision(day, changed))
}

/**
 * Neither forged nor verified: the former content is disclosed to nobody, not even as a hash, against which candidate
 * names could be tested.
 */
const changedByDecision = (day: string, entries: PackedJournal['entries']): string =>
  `Изменено по решению о забвении от ${showDate(day)}, записи журнала: ${entries.map(({ number }) => number).join(', ')}. Хеши посчитаны от нынешнего содержания. Печати, поставленные до решения, были над прежним, этих записей не подтверждают и в пакет не вложены.`

/** Whether the hashes of entries are in the trees of the seals, and the seals form a chain. */
export function checkSeals({ entries }: PackedJournal, { seals, leaves }: PackedSeals, sha256: Hash, say: Say): void {
  const problems: string[] = []
  const known = new Map(seals.map(seal => [seal.number, seal]))
  const hashes = new Map(entries.map(({ number, hash }) => [number, hash]))
  for (const seal of seals) {
    const before = known.get(seal.number - 1)
    if (sha256(sealText(seal)) !== seal.hash) problems.push(`печать № ${seal.number} изменена`)
    if (before !== undefined && before.hash !== seal.previous)
      problems.push(`печать № ${seal.number} не следует за предыдущей`)
  }
  for (const { number, seal, place, hash, path } of leaves) {
    const of = known.get(seal)
    const root = of && rootByPath(sha256, { leaf: hash, place, count: of.cases, path })
    if (hashes.get(number) !== hash)
      problems.push(`в печати № ${seal} записан другой хеш записи ${number}: журнал переписан после неё`)
    if (of === undefined || root !== of.root) problems.push(`записи ${number} нет под печатью № ${seal}`)
  }
  for (const problem of problems) say(false, `Печати журнала: ${problem}.`)
  if (problems.length > 0) return
  const last = leaves.at(-1)
  const rest = entries.length - 1 - (last?.number ?? -1)
  if (last !== undefined)
    say(
      true,
      `Записи журнала до ${last.number} включительно — под печатью № ${last.seal} от ${inUtc(known.get(last.seal)?.sealed_at ?? '')}.`,
    )
  if (rest > 0) say(null, `Ещё не под печатью: записей ${rest}. Их связывает только опись этого пакета.`)
}

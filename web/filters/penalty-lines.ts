import type { CaseRow } from '#shared/api/cases.ts'
import { stands } from '#shared/domain/outcomes.ts'
import {
  byPerson,
  byWeight,
  isProbable,
  type OfPerson,
  otherPerson,
  penaltyKinds,
  sentenceText,
  shortAmount,
} from '#shared/domain/penalty-wording.ts'
import { counted } from '#shared/domain/wording.ts'
import { isPenaltyShown, personName, type TwoLines } from './case-wording.ts'

/** Two lines in a cell, one on a card. A lesser penalty never represents all, nor one person's everybody's. */
type Penalty = CaseRow['penalties'][number]
type Row = Pick<CaseRow, 'penalties' | 'defendants' | 'annulled'>
/** `hidden`: the court has masked the amount. `struck`: nothing of it stands. `each`: everything, a line per person. */
type PenaltyLines = TwoLines & { hidden: boolean; struck: boolean; whole: string; each: string[] }

const space = '\u00a0'
export const unknownPerson = `не${space}сказано, кому`
const ofPeople = (count: number): string => `у${space}${counted(count, ['лица', 'лиц', 'лиц'])}`

export const penaltyLines = ({ penalties, defendants, annulled }: Row): PenaltyLines => {
  const imposed = penalties.filter(isPenaltyShown)
  const standing = imposed.filter(stands)
  const shown = standing.length > 0 ? standing : imposed
  const sentences = byPerson(shown)
  const [sentence, ...others] = sentences
  const lines = others.length > 0 ? ofSeveral(sentences) : ofOne(shown)
  const note = sentence === undefined || others.length > 0 ? '' : whoseNote(sentence.person, defendants.length)
  return {
    ...lines,
    second: [lines.second, note].filter(Boolean).join(', '),
    whole: [lines.whole, note].filter(Boolean).join(', '),
    struck: shown.length > 0 && (annulled || standing.length === 0),
    each: byPerson(imposed).map(one =>
      [one.person && personName(one.person), sentenceText(one.penalties)].filter(Boolean).join(': '),
    ),
  }
}

const whoseNote = (person: string | null, accused: number): string => {
  if (person === otherPerson) return `у${space}другого лица`
  if (person === null) return accused > 0 ? unknownPerson : ''
  return accused > 1 ? `у${space}1${space}из${space}${accused}${space}лиц` : ''
}

const kindOf = ({ type }: Penalty): string => penaltyKinds[type] ?? 'другое наказание'

type Told = Pick<PenaltyLines, 'first' | 'second' | 'hidden' | 'whole'>
const nothing: Told = { first: '', second: '', hidden: false, whole: '' }

const ofOne = (penalties: readonly Penalty[]): Told => {
  const [main, ...beside] = byWeight(penalties)
  if (main === undefined) return nothing
  const amount = shortAmount(main)
  const size = main.hidden ? 'скрыто' : [amount, amount && main.suspended && 'условно'].filter(Boolean).join(' ')
  const kind = [
    isProbable(main) && 'вероятно,',
    kindOf(main),
    !amount && main.suspended && 'условно',
    main.type === 'court_fine' && '(не наказание)',
  ]
    .filter(Boolean)
    .join(' ')
  const more = and(beside)
  return {
    first: size || kind,
    second: size ? kind + more : more.trim(),
    hidden: main.hidden,
    whole: sentenceText(penalties),
  }
}

/** « и штраф 500 000 ₽»; of several the most severe is named. */
const and = (beside: readonly Penalty[]): string => {
  const [first, ...more] = beside
  if (first === undefined) return ''
  const words = [kindOf(first), shortAmount(first)].filter(Boolean).join(' ')
  return more.length === 0 ? ` и${space}${words}` : `, ${words} и${space}ещё${space}${more.length}`
}

const ofSeveral = (told: readonly OfPerson<Penalty>[]): Told => {
  const people = told.some(({ person }) => person === null) ? `у${space}нескольких лиц` : ofPeople(told.length)
  const sentences = told.map(({ penalties }) => penalties)
  const all = sentences.map(ofOne)
  const [first] = all
  if (first === undefined) return nothing
  if (all.every(({ whole }) => whole === first.whole))
    return { ...first, second: [first.second, people].filter(Boolean).join(', '), whole: `${first.whole}, ${people}` }
  const span = spanOf(sentences)
  return span === undefined
    ? { first: 'разные наказания', second: people, hidden: false, whole: `разные наказания ${people}` }
    : { ...span, second: `${span.second}, ${people}`, hidden: false, whole: `${span.second} ${span.first}, ${people}` }
}

/** «2 года — 5 лет»: everybody got the same penalty with different amounts, and nothing else. */
const spanOf = (sentences: readonly Penalty[][]): TwoLines | undefined => {
  const mains = sentences
    .map(([one, ...others]) => (others.length === 0 ? one : undefined))
    .filter(one => one !== undefined)
  const kinds = new Set(
    mains.map(({ type, suspended, certainty }) => `${type} ${suspended} ${isProbable({ certainty })}`),
  )
  const known = mains
    .filter(({ value, hidden }) => value !== null && !hidden)
    .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
  const [least, most] = [known[0], known.at(-1)]
  if (kinds.size !== 1 || known.length < sentences.length || least === undefined || most === undefined) return undefined
  const { second } = ofOne([least])
  return {
    first: `${shortAmount(least)} — ${shortAmount(most)}`,
    second: [second, least.suspended && 'условно'].filter(Boolean).join(' '),
  }
}

import { caseFields } from '../filters/case-fields.ts'
import { type AnyValues, excluded, filterParamsOf, isExcludable, type Value } from '../filters/field.ts'
import type { DateLead } from './field-phrases.ts'
import type { Choice, Meaning, Piece } from './pieces.ts'
import { choiceOf } from './pieces.ts'
import type { AmountFound } from './read-amounts.ts'
import type { QuestionView } from './reading.ts'
import type { Token } from './words.ts'

/** What pieces mean together: a negation and what it denies, a date and whose it is, values of one filter side by side. */
export type Part = { from: number; to: number } & (
  | { kind: 'values'; choices: readonly [Choice, ...Choice[]] }
  /** `isNear`: a penalty is named right beside it. */
  | { kind: 'amount'; found: AmountFound; ofTerm: boolean; isNear: boolean }
  | { kind: 'view'; view: QuestionView; isCompared: boolean; isGeneral: boolean }
  | { kind: 'unread'; why?: string }
)

const params = new Map(filterParamsOf(caseFields).map(param => [param.name, param]))
/** A filter with several values at once; of the others one value is set. */
export const isList = (name: string): boolean => {
  const kind = params.get(name)?.field.kind
  return kind === 'choices' || kind === 'reference' || kind === 'names' || kind === 'people'
}
const denied = (choice: Choice): Choice | undefined => {
  const entries = Object.entries(choice.values)
  const canDeny = entries.every(([name]) => {
    const param = params.get(name)
    return param && !param.not && isExcludable(param.field)
  })
  return canDeny
    ? { ...choice, values: Object.fromEntries(entries.map(([name, value]) => [excluded(name), value])) }
    : undefined
}
const deniedAll = (choices: readonly Choice[]): readonly [Choice, ...Choice[]] | undefined => {
  const [first, ...others] = choices.flatMap(choice => denied(choice) ?? [])
  return first && others.length + 1 === choices.length ? [first, ...others] : undefined
}
const keyOf = (choice: Choice | undefined): string => Object.keys(choice?.values ?? {}).join()

type PieceOf<K extends Meaning['kind']> = Piece & { meaning: Extract<Meaning, { kind: K }> }
const is = <K extends Meaning['kind']>(piece: Piece | undefined, kind: K): piece is PieceOf<K> =>
  piece?.meaning.kind === kind

/** «около 10 тысяч», «зимой 2022 года»: a word that was not read changes the figure after it. */
const changed = (piece: Piece, before: Piece | undefined, tokens: readonly Token[]): boolean =>
  before?.meaning.kind === 'unread' && (piece.meaning.kind === 'amount' || tokens[piece.from]?.kind === 'number')

/** «больше 3 раз»: of what it is was not read. */
const isOfOther = ({ unit }: AmountFound, next: Piece | undefined): boolean =>
  unit === undefined && next?.meaning.kind === 'unread'
const isPenalty = (pieces: readonly Piece[], n: number, step: 1 | -1): boolean => {
  let at = n + step
  while (pieces[at]?.meaning.kind === 'idle') at += step
  const meaning = pieces[at]?.meaning
  return meaning?.kind === 'values' && 'penalty_type' in meaning.choices[0].values
}

export const assemble = (pieces: readonly Piece[], tokens: readonly Token[], on: string): Part[] => {
  const parts: Part[] = []
  let lead: { piece: Piece; lead: DateLead; isUsed: boolean; isDenied: boolean } | undefined
  let no: Piece | undefined
  const settle = (): void => {
    if (!lead || lead.isUsed || lead.lead.isNothingAlone) return
    const { alone } = lead.lead
    const span = { from: lead.piece.from, to: lead.piece.to }
    parts.push(alone ? { ...span, kind: 'values', choices: [choiceOf(alone)] } : { ...span, kind: 'unread' })
  }
  const unread = (from: number, to: number, why?: string): void => {
    parts.push({ from, to, kind: 'unread', ...(why && { why }) })
  }
  const dropNo = (): void => {
    if (no) unread(no.from, no.to)
    no = undefined
  }
  for (const [n, piece] of pieces.entries()) {
    const { meaning, to } = piece
    const from = no?.from ?? piece.from
    switch (meaning.kind) {
      case 'idle':
      case 'and':
      case 'or':
        break
      case 'mark':
        dropNo()
        break
      case 'not':
        dropNo()
        no = piece
        break
      case 'unread':
        unread(from, to, meaning.why)
        no = undefined
        break
      case 'lead':
        settle()
        // «кроме решённых»: days that are denied are no filter, and neither is what the word sets alone.
        if (no) unread(from, to)
        lead = {
          piece,
          lead: meaning.lead,
          isDenied: no !== undefined,
          isUsed:
            no !== undefined ||
            (is(pieces[n - 1], 'date') &&
              parts.at(-1)?.kind === 'values' &&
              lead === undefined &&
              isEntry(parts.at(-1))),
        }
        if (lead.isUsed && !lead.isDenied) retell(parts, meaning.lead, to)
        no = undefined
        break
      case 'date': {
        const isDenied = lead?.isDenied === true && lead.piece.to === piece.from
        if (no || isDenied || changed(piece, pieces[n - 1], tokens)) {
          unread(from, to)
          no = undefined
          break
        }
        const own = lead && !lead.isUsed && lead.lead.key !== 'days_to_result' ? lead : undefined
        const isOfDay =
          tokens[piece.from]?.text === 'на' && 'min' in meaning.range && meaning.range.min === meaning.range.max
        if (isOfDay && !own && 'min' in meaning.range && meaning.range.min <= on) {
          parts.push({ from, to, kind: 'values', choices: [choiceOf({ as_of: meaning.range.min })] })
          break
        }
        const key =
          own?.lead.key ??
          (meaning.isAhead ? 'last_scheduled_hearing_date_range' : (afterEvent(parts) ?? 'entry_date_range'))
        if (own) own.isUsed = true
        const start = own && own.piece.to === piece.from ? own.piece.from : from
        parts.push({ from: start, to, kind: 'values', choices: [choiceOf({ [key]: meaning.range })] })
        break
      }
      case 'amount': {
        if (no || changed(piece, pieces[n - 1], tokens) || isOfOther(meaning.found, pieces[n + 1])) unread(from, to)
        else {
          const ofTerm =
            meaning.found.isDays &&
            lead !== undefined &&
            (lead.lead.key === 'days_to_result' || lead.lead.key === 'result_date_range')
          if (ofTerm && lead) lead.isUsed = true
          parts.push({
            from,
            to,
            kind: 'amount',
            found: meaning.found,
            ofTerm,
            isNear: meaning.isNamed === true || isPenalty(pieces, n, -1) || isPenalty(pieces, n, 1),
          })
        }
        no = undefined
        break
      }
      case 'view':
        dropNo()
        parts.push({
          from,
          to,
          kind: 'view',
          view: meaning.view,
          isCompared: meaning.isCompared,
          isGeneral: meaning.isGeneral,
        })
        break
      case 'values': {
        const joined = is(pieces[n - 1], 'and')
          ? 'and'
          : is(pieces[n - 1], 'or') || is(pieces[n - 2], 'or')
            ? 'or'
            : undefined
        const last = parts.at(-1)
        // «кроме Москвы, Тулы и Рязани»; «не в Москве, Тула» says nothing of the second.
        const isListed =
          is(pieces[n - 1], 'mark') &&
          last !== undefined &&
          /^(кроме|за|исключая|помимо)$/.test(tokens[last.from]?.text ?? '')
        const isDeniedBefore =
          (joined !== undefined || isListed) &&
          last?.kind === 'values' &&
          keyOf(last.choices[0]) === `${keyOf(meaning.choices[0])}_not`
        const choices = no || isDeniedBefore ? deniedAll(meaning.choices) : meaning.choices
        no = undefined
        if (!choices) unread(from, to, 'Этот фильтр нельзя исключить.')
        else if (
          joined === 'or' &&
          last?.kind === 'values' &&
          keyOf(last.choices[0]) === keyOf(choices[0]) &&
          !isList(keyOf(choices[0]))
        )
          parts.splice(-1, 1, { kind: 'values', from: last.from, to, choices: [...last.choices, ...choices] })
        else parts.push({ from, to, kind: 'values', choices })
      }
    }
  }
  dropNo()
  settle()
  return parts.toSorted((a, b) => a.from - b.from)
}
const isEntry = (part: Part | undefined): boolean =>
  part?.kind === 'values' && keyOf(part.choices[0]) === 'entry_date_range'
/** «в марте поступили»: the word after a date says whose it is. */
const retell = (parts: Part[], lead: DateLead, to: number): void => {
  const last = parts.at(-1)
  const value: Value | undefined = last?.kind === 'values' ? last.choices[0].values.entry_date_range : undefined
  if (last && value !== undefined)
    parts.splice(-1, 1, { from: last.from, to, kind: 'values', choices: [choiceOf({ [lead.key]: value })] })
}
/** A date right after an event is the event's. */
const afterEvent = (parts: readonly Part[]): string | undefined => {
  const last = parts.at(-1)
  return last?.kind === 'values' && keyOf(last.choices[0]) === 'event_type' ? 'event_date_range' : undefined
}

export const mergeValues = (into: AnyValues, more: AnyValues): AnyValues | undefined => {
  const merged: Record<string, Value | undefined> = { ...into }
  for (const [name, value] of Object.entries(more)) {
    const before = merged[name]
    if (before === undefined) merged[name] = value
    else if (Array.isArray(before) && Array.isArray(value)) merged[name] = union(before, value)
    else if (JSON.stringify(before) !== JSON.stringify(value)) return undefined
  }
  return merged
}
/** Lists of one filter have items of one type, which the compiler cannot follow through a record. */
const union = (one: readonly unknown[], other: readonly unknown[]): Value => [...new Set([...one, ...other])] as Value

import {
  amountPart,
  changed,
  changesDays,
  eitherWhy,
  exceptWords,
  filterOf,
  is,
  isBoth,
  isDateLater,
  isFlag,
  isFromElsewhere,
  isOfAct,
  isOfOther,
  isOfOtherFilter,
  isOfOtherPlace,
  isOfTrial,
  isOfUnreadDenial,
  isOtherValue,
  isPlaceOfDeed,
  isSilent,
  joinBefore,
} from './beside.ts'
import { deniedAll, isList } from './denied.ts'
import type { DateLead } from './field-phrases.ts'
import { type Choice, choiceOf, type Part, type Piece } from './pieces.ts'
import {
  afterEvent,
  afterOutcome,
  datesOf,
  forDays,
  isDayOfDeed,
  isEntry,
  isOfDays,
  isOfUndecided,
  isSameDays,
  retell,
  sameDays,
} from './whose-days.ts'
import type { Token } from './words.ts'
export const assemble = (pieces: readonly Piece[], tokens: readonly Token[], on: string): Part[] => {
  const parts: Part[] = []
  let lead: { piece: Piece; lead: DateLead; isUsed: boolean; isDenied: boolean } | undefined
  let no: Piece | undefined
  /** The last negation; a list after «кроме» stays negated. */
  let denial: { part: Part; isExcept: boolean; isFirst: boolean } | undefined
  /** After «или» between different filters, until the next punctuation mark. */
  let isLost = false
  const sentenced: Part[] = []
  /** «не осудили на 7 лет»: the rest is negated too, until the next punctuation mark. */
  let isUnpunished = false
  const settle = (): void => {
    if (!lead || lead.isUsed || lead.lead.isNothingAlone) return
    const { from, to } = lead.piece
    // «свежие дела»: no filter expresses the adjective alone.
    if (!lead.lead.alone) unread(from, /^дел[ао]$/.test(tokens[to - 1]?.text ?? '') ? from + 1 : to)
    else parts.push({ from, to, kind: 'values', choices: [choiceOf(lead.lead.alone)] })
  }
  const unread = (from: number, to: number, why?: string, named?: readonly Choice[]): void => {
    parts.push({ from, to, kind: 'unread', ...(why && { why }), ...(named && { named }) })
  }
  const dropNo = (): void => {
    if (no) unread(no.from, no.to)
    no = undefined
  }
  for (const [n, piece] of pieces.entries()) {
    const { meaning, to } = piece
    const from = no?.from ?? piece.from
    const join = joinBefore(pieces, n)
    const last = parts.at(-1)
    if (!isSilent(piece) && (isLost || (join === 'or' && isOfOtherFilter(piece, pieces, n, parts)))) {
      isLost = true
      unread(from, to, eitherWhy)
      no = undefined
      continue
    }
    switch (meaning.kind) {
      case 'idle': {
        const { ofPenalty } = meaning
        // «женщин не судят по 20.3.3»: the negation does not exclude that article.
        if (!ofPenalty && !isOfTrial(pieces, n, tokens, no)) break
        if (no || !ofPenalty) unread(from, to)
        else sentenced.push({ from, to, kind: 'sentenced', ofPenalty })
        isUnpunished = ofPenalty !== undefined && no !== undefined
        no = undefined
        break
      }
      case 'and':
      case 'or':
        break
      case 'mark':
        isLost = false
        isUnpunished = false
        dropNo()
        break
      case 'not':
        dropNo()
        no = piece
        break
      case 'unread':
        // «16.02.2024 примерно», «за 90 дней примерно»: the days are approximate.
        if (last && is(pieces[n - 1], 'date') && isOfDays(last) && changesDays.test(tokens[piece.from]?.text ?? ''))
          parts.splice(-1, 1, { from: last.from, to: last.to, kind: 'unread' })
        unread(from, to, meaning.why, no ? undefined : meaning.named)
        no = undefined
        break
      case 'lead': {
        // «вынесено решение 14.03.2024»: two words of one date.
        if (lead?.lead.key !== meaning.lead.key) settle()
        const ofTerm = meaning.lead.key === 'days_to_result' && last?.kind === 'amount' && last.ofTerm
        // «кроме решённых»: neither negated days nor the default of the word is a filter.
        if (no) unread(from, to)
        lead = {
          piece,
          lead: meaning.lead,
          isDenied: no !== undefined,
          isUsed:
            no !== undefined ||
            ofTerm ||
            isSameDays(last, pieces[n - 1], meaning.lead) ||
            (is(pieces[n - 1], 'date') &&
              parts.at(-1)?.kind === 'values' &&
              (lead === undefined || lead.isUsed) &&
              isEntry(parts.at(-1)) &&
              !isDateLater(pieces, n)),
        }
        if (last && (ofTerm || isSameDays(last, pieces[n - 1], meaning.lead))) parts.splice(-1, 1, { ...last, to })
        else if (lead.isUsed && !lead.isDenied) retell(parts, pieces[n - 1], meaning.lead, to, on)
        no = undefined
        break
      }
      case 'date': {
        const isDenied = lead?.isDenied === true && lead.piece.to === piece.from
        const isOfDenial = denial !== undefined && denial.part === last && (join === 'and' || join === 'or')
        if (
          no ||
          isDenied ||
          isOfDenial ||
          changed(pieces, n, tokens) ||
          isOfUndecided(pieces, n, lead?.lead, tokens)
        ) {
          unread(from, to)
          no = undefined
          break
        }
        if (isDayOfDeed(pieces, n, tokens)) {
          unread(from, to, 'Это день события: когда поступило или решено дело, он не говорит.')
          break
        }
        const same = sameDays(last, pieces, n, on)
        if (same) {
          const [first, ...others] = same
          if (first && last) parts.splice(-1, 1, { kind: 'values', from: last.from, to, choices: [first, ...others] })
          else unread(from, to)
          break
        }
        const own = lead && !lead.isUsed && lead.lead.key !== 'days_to_result' ? lead : undefined
        const meant = own ? undefined : forDays(pieces, n, tokens, on)
        if (meant) {
          const [first, ...others] = meant
          if (first) parts.push({ from, to, kind: 'values', choices: [first, ...others] })
          else unread(from, to, 'Заседание или поступление? Допишите «заседания» или «поступили».')
          break
        }
        const key =
          own?.lead.key ??
          (meaning.isAhead ? 'last_scheduled_hearing_date_range' : (afterEvent(parts) ?? 'entry_date_range'))
        if (own) own.isUsed = true
        const start = own && own.piece.to === piece.from ? own.piece.from : from
        parts.push({
          from: start,
          to,
          kind: 'values',
          choices: datesOf(key, meaning, own?.lead, afterOutcome(pieces, n), on),
        })
        break
      }
      case 'amount': {
        if (no || isUnpunished || changed(pieces, n, tokens) || isOfOther(meaning.found, pieces[n + 1]))
          unread(from, to)
        else {
          const amount = amountPart(pieces, n, meaning, from, lead?.lead)
          if (amount.ofTerm && amount.isTermBefore && lead) lead.isUsed = true
          parts.push(amount.part)
        }
        no = undefined
        break
      }
      case 'view':
        dropNo()
        parts.push({ ...meaning, from, to })
        break
      case 'values': {
        const key = filterOf(meaning.choices[0])
        const denied = last && denial?.part === last ? denial : undefined
        const isJoined = join === 'and' || join === 'or'
        const isSame = last?.kind === 'values' && filterOf(last.choices[0]) === `${key}_not`
        // «кроме Москвы, Тулы и Рязани» negates all; «не в Москве, Тула» does not negate the second.
        const isListed = denied?.isExcept === true && (isJoined || join === 'mark')
        const isDenied = no !== undefined || (isSame ? isJoined || isListed : isListed && isJoined)
        const choices = isDenied ? deniedAll(meaning.choices) : meaning.choices
        const isExcept = no ? exceptWords.test(tokens[no.from]?.text ?? '') : denied?.isExcept === true
        // «кроме Москвы, 20.2», «не 20.2 и аресты»: it is unclear whether the second is negated. «кроме Москвы, по
        // 20.2»: a preposition begins another condition.
        const isAnother = !isSame && join === 'mark' && /^(по|за|в|с|со)$/u.test(tokens[piece.from - 1]?.text ?? '')
        // «не относящиеся к группе риска»: the negated word was not read, so its object is not read either.
        if ((isUnpunished && key.startsWith('penalty_')) || (isFlag(meaning.choices[0]) && isOfUnreadDenial(pieces, n)))
          unread(from, to)
        else if (!no && denied && !isDenied && (isJoined || (isListed && !isAnother && (isSame || denied.isFirst))))
          unread(from, to, 'Не ясно, исключить ли и это.')
        else if (no && /^(вместо|взамен)$/.test(tokens[no.from]?.text ?? ''))
          unread(from, to, 'Что было бы вместо, фильтры не говорят.')
        else if ((join === 'and' || join === 'or') && !isDenied && isOtherValue(last, meaning.choices[0])) {
          parts.splice(-1, 1)
          unread(last?.from ?? from, to, 'Вместе это все дела: фильтр не нужен.')
        } else if (isBoth(last, key, tokens[piece.from - 1]?.text, join))
          unread(from, to, 'Об обоих наказаниях сразу фильтр не спросит: он ищет хотя бы одно.')
        else if (!choices) unread(from, to, 'Этот фильтр нельзя исключить.')
        // «изменила мужу», «вернули деньги»
        else if (key === 'result_type' && isOfAct(tokens, from, to) && is(pieces[n + 1], 'unread')) unread(from, to)
        else if (isPlaceOfDeed(pieces, n, tokens)) unread(from, to, 'Где это было, карточки не говорят.')
        else if (isFromElsewhere(pieces, n, tokens)) unread(from, to, 'Откуда человек, карточки не говорят.')
        else if (join === 'and' && !isDenied && isOfOtherPlace(last, key))
          unread(from, to, 'Города и регионы вместе — два вопроса: дело должно подойти под оба фильтра.')
        else if (
          join === 'or' &&
          last?.kind === 'values' &&
          filterOf(last.choices[0]) === filterOf(choices[0]) &&
          !isList(filterOf(choices[0]))
        )
          parts.splice(-1, 1, { kind: 'values', from: last.from, to, choices: [...last.choices, ...choices] })
        else {
          const { of, named } = meaning
          const told = of && !isDenied && { of, ...(named && { named }) }
          const part: Part = { from, to, kind: 'values', choices, ...told }
          parts.push(part)
          if (isDenied) denial = { part, isExcept, isFirst: denied?.isFirst ?? last === undefined }
        }
        no = undefined
      }
    }
  }
  dropNo()
  settle()
  return [...parts, ...sentenced].toSorted((a, b) => a.from - b.from)
}

import type { AnyValues } from '#shared/filters/field.ts'
import type { QuestionReading } from '#shared/questions/reading.ts'
import { on, type SaidValue, saidOfKinds } from './question-frames.ts'
import { saidOfRows } from './question-frames-rows.ts'
import { comparable, wordsIn } from './question-verdict.ts'

/**
 * Questions of known meaning: frames combined in the orders that Russian allows. Deterministic: the same questions in
 * every run.
 */
export const said: readonly SaidValue[] = [...saidOfKinds, ...saidOfRows]
export type Built = { question: string; frames: readonly string[]; values: AnyValues; unread: string }
const numbersFrom = (seed: number): ((below: number) => number) => {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const opened = [
  'дела',
  'все дела',
  'покажи дела',
  'найди дела',
  'сколько дел',
  'какие дела',
  'список дел',
  'нужны дела',
]
const asked = ['кого', 'за что', 'сколько раз', 'где', 'кого и где', 'как часто', 'сколько человек']
/** Values that cannot be in one question: those of the other codex, and two words for the same thing. */
const besides: Readonly<Record<string, readonly string[]>> = {
  codex: ['article'],
  article: ['codex'],
  suspended: ['penalty'],
  penalty: ['suspended', 'words', 'result'],
  text: ['words', 'result'],
  words: ['text', 'result', 'penalty'],
  result: ['date', 'text', 'state', 'words', 'penalty'],
  state: ['date', 'result'],
  gone: ['date'],
  date: ['result', 'state', 'gone'],
  sex: ['hidden', 'other'],
  other: ['sex', 'words'],
  hidden: ['sex'],
}
const isDenied = ({ values }: SaidValue): boolean => Object.keys(values).some(name => name.endsWith('_not'))
const join = (first: string, rest: readonly SaidValue[]): string =>
  rest.reduce((text, { text: own, as }, n) => {
    const isApart =
      /^(где|у которых|по которым) /u.test(own) ||
      as === 'bare' ||
      (as === 'clause' && rest[n - 1]?.as !== 'tail' && n > 0)
    return `${text}${text && isApart ? ',' : ''}${text && ' '}${own}`
  }, first)

export const built = (one: SaidValue, seed: number, most: number): Built => {
  const below = numbersFrom(seed)
  const from = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
  const chosen = [one]
  for (let tries = 0; chosen.length < most && tries < 20; tries += 1) {
    const next = from(said)
    const isFree =
      next &&
      chosen.every(
        ({ slot, as }) =>
          slot !== next.slot && !besides[slot]?.includes(next.slot) && (as !== 'verb' || next.as !== 'head'),
      )
    // A genitive needs a noun before it. After «кроме Тулы,» it is open whether the next value is negated. «131 в
    // отношении женщин» may be about victims.
    const isClear =
      next && [...chosen, next].every(own => !isDenied(own) || [...chosen, next].every(({ as }) => as !== 'bare'))
    const isOfVictims =
      next &&
      [...chosen, next].some(({ text }) => text.startsWith('в отношении')) &&
      [...chosen, next].some(({ slot }) => slot === 'article')
    if (isFree && isClear && !isOfVictims && !/(чего|суды)/u.test(next.frame)) chosen.push(next)
  }
  const head = chosen.find(({ as }) => as === 'head')
  const verb = chosen.find(({ as }) => as === 'verb')
  const rest = chosen.filter(own => own !== head && own !== verb)
  const tails = rest.filter(({ as }) => as === 'tail').toSorted(() => below(3) - 1)
  const others = rest
    .filter(({ as }) => as !== 'tail')
    .toSorted((a, b) => Number(a.as === 'clause') - Number(b.as === 'clause'))
  const isBare = rest.some(({ as }) => as === 'bare')
  const isNoun = rest[0]?.as === 'bare' && rest.length === 1 && !head && !verb
  const genitive = rest.find(({ frame }) => /чего$/u.test(frame))
  const behind = [...(genitive ? [genitive] : []), ...tails.filter(own => own !== genitive)]
  const start = verb ? `${from(asked)} ${verb.text}` : (head?.text ?? (isNoun ? '' : (from(opened) ?? '')))
  const isTailFirst =
    !behind.some(({ frame }) => frame.startsWith('лицо')) &&
    !genitive &&
    !isBare &&
    others.length === 0 &&
    behind.length > 0 &&
    below(4) === 0
  const question = isTailFirst
    ? `${behind.map(({ text }) => text).join(' ')} ${verb?.text ?? head?.text ?? 'дела'}`
    : join(start, [...behind, ...others])
  return {
    question,
    frames: chosen.map(({ frame }) => frame),
    values: Object.assign({}, ...chosen.map(({ values }) => values)),
    unread: chosen.flatMap(({ unread }) => unread ?? []).join(' '),
  }
}
export type Verdict = { is: 'read' | 'marked' | 'wrong'; says: string }
/** `marked`: a part of the question stays visibly unread. */
export const builtVerdict = ({ question, values, unread }: Built, { readings }: QuestionReading): Verdict => {
  const wanted = comparable(values, on)
  const got = readings.map(own => comparable(own.values, on))
  const isSame = (own: ReadonlyMap<string, string>) =>
    own.size === wanted.size && [...own].every(([name, value]) => wanted.get(name) === value)
  const [left, mustLeave] = [wordsIn(readings[0].unread.map(({ words }) => words).join(' ')), wordsIn(unread)]
  const isLeft = left.join() === mustLeave.join()
  const isRight = got.some(isSame)
  // Next to unread words, neither the codex of an article nor one of several values is false.
  const isFalse =
    [...(got[0] ?? [])].some(
      ([name, value]) =>
        wanted.get(name) !== value &&
        !(name === 'type' && wanted.has('codex_articles')) &&
        !(wanted.has(name) && Array.isArray(values[name])),
    ) && !isRight
  const isDropped = mustLeave.some(word => !left.includes(word))
  const says = `${question}\n   ждали ${JSON.stringify([...wanted])} [${unread}]\n   прочли ${got.map(own => JSON.stringify([...own])).join(' || ')} [${left.join(' ')}]`
  return { is: isRight && isLeft ? 'read' : isFalse || isDropped || (!isRight && isLeft) ? 'wrong' : 'marked', says }
}
/**
 * A victim is never read as the accused, and the words about victims stay unread; the act may be read as its article,
 * and its date may stay unread with it.
 */
export const harmedVerdict = ({ question, values, unread }: Built, { readings }: QuestionReading): Verdict => {
  const left = wordsIn(readings[0].unread.map(({ words }) => words).join(' '))
  const wanted = comparable(values, on)
  const got = readings.map(own => comparable(own.values, on))
  const isFalse =
    !left.includes(unread) ||
    got.some(own => [...own].some(([name, value]) => !(name === 'codex_articles' || wanted.get(name) === value)))
  const isWhole = [...wanted.keys()].every(name => /^entry_date/.test(name) || got[0]?.has(name))
  return {
    is: isFalse ? 'wrong' : isWhole ? 'read' : 'marked',
    says: `${question} → ${JSON.stringify(readings[0].values)} [${left.join(' ')}]`,
  }
}

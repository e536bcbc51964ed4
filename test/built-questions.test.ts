import { expect, it } from 'vitest'
import { readQuestion } from '#shared/questions/read-question.ts'
import { type Built, built, builtVerdict, harmedVerdict, said, type Verdict } from './built-questions.ts'
import { ofHarmed, ofPunished } from './done-to.ts'
import { on } from './question-frames.ts'
import { impossible } from './question-frames-rows.ts'
import { names } from './question-names.ts'

/**
 * The meaning of a question is known because it was built from values: the reader finds it, or leaves a part visibly
 * unread. One value of each frame; all of them with `BUILT=all`, some 24,000 questions in four minutes, with verdicts
 * by frame.
 */
const isAll = process.env.BUILT === 'all'
const some = isAll
  ? said
  : [...Map.groupBy(said, ({ frame }) => frame).values()].flatMap((own, n) => own[(n * 7919) % own.length] ?? [])
const everyNth = (all: readonly Built[], step: number): readonly Built[] =>
  isAll ? all : all.filter((_, n) => n % step === 0)

const judged = async (
  all: readonly Built[],
  judge: (one: Built, read: Awaited<ReturnType<typeof readQuestion>>) => Verdict,
) => {
  const verdicts: (Built & Verdict)[] = []
  for (const one of all) verdicts.push({ ...one, ...judge(one, await readQuestion(one.question, names, on)) })
  const of = (is: Verdict['is']) => verdicts.filter(own => own.is === is)
  if (process.env.SHOW_QUESTIONS)
    console.log(
      verdicts
        .flatMap(({ is, frames, says }) => (is === 'read' ? [] : `${is} ${frames.join(' + ')}: ${says}`))
        .join('\n'),
    )
  console.log(
    `${all.length} built questions: ${of('read').length} read, ${of('marked').length} marked, ${of('wrong').length} wrong`,
  )
  return { wrong: of('wrong').map(({ says }) => says), share: of('read').length / all.length }
}

it.each([1, 2, 3])(
  'reads questions of up to %i values as they were built, and none of them wrongly in silence',
  async most => {
    const step = most === 3 || isAll ? 1 : 2
    const all = some.filter((_, n) => n % step === most % step).map((one, n) => built(one, n * 31 + most, most))
    const { wrong, share } = await judged(all, builtVerdict)
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(0.95)
  },
)

it('never takes who was harmed for the accused, in any order of words', async () => {
  const { wrong, share } = await judged(everyNth(ofHarmed, 47), harmedVerdict)
  expect(wrong).toEqual([])
  expect(share).toBeGreaterThanOrEqual(0.9)
})
it('takes who is punished for the accused, in any order of words', async () => {
  const { wrong, share } = await judged(everyNth(ofPunished, 29), builtVerdict)
  expect(wrong).toEqual([])
  expect(share).toBeGreaterThanOrEqual(0.95)
})

it.each(impossible)('leaves unread one of two filters that «или» joins: «%s»', async question => {
  expect((await readQuestion(question, names, on)).readings.every(({ unread }) => unread.length > 0)).toBe(true)
})

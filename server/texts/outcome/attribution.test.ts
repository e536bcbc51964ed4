// biome-ignore-all format: rows of tables, a few a line
import { describe, expect, it } from 'vitest'
import { isAmbiguous, isEachTold, sentencingOf } from './attribution.ts'
import { namesInText } from './names.ts'
import { normalizeText } from './normalize-text.ts'
import { newVerdict } from './person-verdict.ts'
import { penaltiesIn, type Sentencing } from './read-penalties.ts'

const brief = ({ imposed, excluded, suspends }: Sentencing): string =>
  [...imposed.map(({ type, value }) => `${type} ${value}`), ...excluded.map(({ type }) => `without ${type}`), suspends && 'suspended']
    .filter(Boolean)
    .join(' and ') || '—'
/** What each of the people gets by a sentence; where it speaks of another decision, its own part begins at `from`. */
function read(written: string, people: string, from = 0): { told: string; isUnclear: boolean; isEach: boolean } {
  const { text, plain } = normalizeText(written)
  const verdicts = people === '' ? [newVerdict(undefined), newVerdict(undefined)] : namesInText(people).map(newVerdict)
  const sentence = { span: { start: 0, end: 0 }, plain, written: text, names: namesInText(text), isProcedural: false, review: undefined }
  const said = penaltiesIn(plain.slice(from), { isReview: from > 0, isGoingOn: true })
  return {
    told: verdicts.map(verdict => brief(sentencingOf(said, verdict, verdicts, sentence, from))).join(', '),
    isUnclear: isAmbiguous(said, verdicts, sentence),
    isEach: isEachTold(said, verdicts, verdicts, sentence, from),
  }
}
const two = 'Ветрогонов П. И., Крутояров И. Л.'

type Row = [sentence: string, reading: string, people?: string]
describe('of several people each gets what follows the name; what is not clear is ambiguous', () =>
  it.each<Row>([
    // An amount without a kind beside a name.
    ['Прекратить дело в части, назначить Ветрогонову П. И. штраф 500 рублей, Крутоярову И. Л. 600 рублей', 'fine 500, — (ambiguous) (each)'],
    ['Прекратить дело в части, назначить Ветрогонову П. И. штраф 500 рублей, Крутоярову И. Л. штраф 600 рублей', 'fine 500, fine 600 (each)'],
    ['Назначить Ветрогонову П. И. штраф 500 рублей, Крутоярову И. Л. штраф 600 рублей', 'fine 500, fine 600 (each)'],
    ['Назначить Ветрогонову П. И. и Крутоярову И. Л. штраф 500 рублей и арест на 5 суток соответственно', '—, fine 500 and arrest 5 (ambiguous) (each)'],
    ['Назначить Ветрогонову П. И. и Крутоярову И. Л. каждому штраф 500 рублей', 'fine 500, fine 500'],
    ['Назначить Ветрогонову П. И. штраф 500 рублей соответственно', 'fine 500, fine 500'], ['Назначить штраф 500 рублей соответственно', 'fine 500, fine 500'],
    ['Назначить штраф 500 рублей', 'fine 500, fine 500'], ['Назначить Ветрогонову П. И. и Крутоярову И. Л. штраф 500 рублей', '—, fine 500 (ambiguous) (each)'],
    ['Признать виновными Ветрогонова П. И. и Крутоярова И. Л., соответственно', '—, —'],
    ['Признать виновными Ветрогонова П. И. и Крутоярова И. Л., соответственно, условно, наказание считать условным', '—, suspended (ambiguous)'],
    ['Оправдать Ветрогонова П. И., Крутоярову И. Л. назначить штраф 500 рублей', '—, fine 500 (each)'],
    ['В отношении Ветрогонова П. И. дело прекратить, Крутоярову И. Л. назначить штраф 500 рублей', '—, fine 500 (each)'],
    ['Ветрогонова П. И. освободить, Крутоярову И. Л. назначить штраф 500 рублей', '—, fine 500 (each)'],
    ['За Ветрогоновым П. И. признать право, Крутоярову И. Л. назначить штраф 500 рублей', '—, fine 500 (ambiguous) (each)'],
    ['Назначить Ветрогонову П. И. лишение свободы на 3 года, Крутоярову И. Л. 2 года', 'imprisonment 36, — (ambiguous) (each)'],
    ['Назначить Ветрогонову П. И. штраф 500 рублей, Крутоярову И. Л. 2000 тыс', 'fine 500, — (ambiguous) (each)'],
    ['Назначить Ветрогонову П. И. обязательные работы 30 часов, Крутоярову И. Л. 40 часов', 'works 30, — (ambiguous) (each)'],
    ['Назначить Ветрогонову П. И. арест 5 суток, Крутоярову И. Л. 6 суток', 'arrest 5, — (ambiguous) (each)'],
    ['Назначить Ветрогонову П. И. ограничение свободы на 3 года, Крутоярову И. Л. 2 месяца', 'restriction 36, — (ambiguous) (each)'],
    ['Назначить Ветрогонову П. И. штраф 500 рублей, Крутоярову И. Л. 600 руб', 'fine 500, — (ambiguous) (each)'],
    ['Назначить каждому из Ветрогонова П. И. и Крутоярова И. Л. штраф 500 рублей', 'fine 500, fine 500 (ambiguous)'],
    ['Ветрогонову П. И. и Крутоярову И. Л. назначить каждому по 3 года лишения свободы, а Ветрогонову П. И. 500 рублей штрафа', 'imprisonment 36 and fine 500, imprisonment 36 and fine 500 (ambiguous)'],
    ['Назначить Ветрогонову П. И. штраф 500 рублей, проживающему в д. 5; Крутоярову И. Л. штраф 600 рублей', 'fine 500, fine 600 (each)'],
    ['Назначить Ветрогонову П. штраф 500 рублей', 'fine 500, fine 500 (ambiguous)', 'Ветрогонов П. И., Ветрогонов П. К.'],
    ['Назначить Ветрогонову П. И. штраф 500 рублей', 'fine 500, fine 500', 'Ветрогонов П. И., Ветрогонов П. К.'],
    ['Назначить Ветрогонову П. штраф 500 рублей, Прозоровой А. Л. штраф', 'fine 500 and fine 500, fine 500 and fine 500 (ambiguous)', 'Ветрогонов П. И., Ветрогонов П. К.'],
    ['Назначить Ветрогонову П. штраф 500 рублей', 'fine 500', 'Ветрогонов П. И.'],
    ['Назначить Ветрогонову П. И. и Прозоровой А. Л. штраф 500 рублей соответственно', 'fine 500, fine 500'],
    ['Назначить директору ООО «Заречье» Ветрогонову П. И. штраф 500 рублей', '—, fine 500 (each)', 'ООО «Заречье», Ветрогонов П. И.'],
    ['Назначить ООО «Заречье» штраф 5000 рублей, Ветрогонову П. И. штраф 500 рублей', 'fine 5000, fine 500 (each)', 'ООО «Заречье», Ветрогонов П. И.'],
    ['Назначить Ветрогонову П. И. штраф 500 рублей', 'fine 500, fine 500', ''],
    ['Назначить Ветрогонову П. И. лишение свободы на 3 года условно, Крутоярову И. Л. лишение свободы на 2 года', 'imprisonment 36 and suspended, imprisonment 24 (each)'],
    ['Назначить Ветрогонову П. И. лишение свободы на 3 года, Крутоярову И. Л. лишение свободы на 2 года с применением ст. 73', 'imprisonment 36, imprisonment 24 and suspended (each)'],
    ['Назначить Ветрогонову П. И. лишение свободы на 3 года, Крутоярову И. Л. лишение свободы на 2 года с применением статьи 73 УК РФ', 'imprisonment 36, imprisonment 24 and suspended (each)'],
    ['Назначить Ветрогонову П. И. с применением ст.73 лишение свободы на 3 года, Крутоярову И. Л. лишение свободы на 2 года', 'imprisonment 36 and suspended, imprisonment 24 (each)'],
    ['Назначить Ветрогонову П. И. по ст. 731 лишение свободы на 3 года, Крутоярову И. Л. с применением ст. 73 лишение свободы на 2 года', 'imprisonment 36, imprisonment 24 and suspended (each)'],
    ['Назначить Ветрогонову П. И. лишение свободы на 3 года, Крутоярову И. Л., Прозоровой А. Л. штраф 500 рублей', 'imprisonment 36, —, fine 500 (ambiguous) (each)', 'Ветрогонов П. И., Крутояров И. Л., Прозорова А. Л.'],
    ['Назначить Ветрогонову П. И. лишение свободы на 3 года, Крутоярову И. Л. штраф 500 рублей', 'imprisonment 36, fine 500, — (each)', 'Ветрогонов П. И., Крутояров И. Л., Прозорова А. Л.'],
  ])('%s: %s', (sentence, reading, people = two) => {
    const { told, isUnclear, isEach } = read(sentence, people)
    expect(`${told}${isUnclear ? ' (ambiguous)' : ''}${isEach ? ' (each)' : ''}`).toBe(reading)
  }))
describe('of a sentence of a review', () =>
  it.each([
    ['Приговор изменить: Ветрогонову П. И. исключить штраф, Крутоярову И. Л. снизить штраф до 500 рублей', 'without fine, fine 500', 9],
    ['Приговор изменить: Ветрогонову П. И. снизить арест до 5 суток, Крутоярову И. Л. считать осужденным условно к лишению свободы на 1 год', 'arrest 5, suspended', 9],
    ['В отношении Ветрогонова П. И. изменить: исключить штраф, Крутоярову И. Л. исключить арест, снизить штраф до 500 рублей', 'without fine, fine 500 and without arrest', 26],
  ])('%s: %s', (sentence, reading, from) => expect(read(sentence, two, from).told).toBe(reading)))

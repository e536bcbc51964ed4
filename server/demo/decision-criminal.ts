import { type DecisionFacts, several } from './decision-facts.ts'
import { criminalProofs, mitigating } from './decision-phrases.ts'
import { articleIn, fillPhrase, genderOf, namesOf } from './decision-wording.ts'
import { changedWords, courtFineWords, type DemoSentence, imposedWords, suspendedWords } from './imposed-wording.ts'
import type { DemoOutcome } from './movement.ts'
import type { Rng } from './random.ts'

export function criminalDecision(rng: Rng, facts: DecisionFacts, place: string): string[] {
  const { outcome, stage, who, others } = facts
  const whom = [who, ...others].map(one => one.short('gen')).join(', ')
  const parties = `с участием государственного обвинителя${facts.prosecutor ? ' {prosecutorGen}' : ''}, ${facts.advocate ? 'защитника — адвоката {advocateGen}, ' : ''}при секретаре судебного заседания,`
  const closing = ['', `Судья ${facts.judge.short('nom')}`]
  if (stage === 2) {
    const decisions: Partial<Record<DemoOutcome, string>> = {
      upheld:
        'приговор {lowerCourt} от {lowerDate} в отношении {gen} оставить без изменения, апелляционные жалобы — без удовлетворения.',
      changed: `приговор {lowerCourt} от {lowerDate} в отношении {gen} изменить: ${changedWords(facts.sentences[0] ?? [], facts.matter)}; в остальной части приговор оставить без изменения.`,
      withdrawn: 'апелляционное производство прекратить в связи с отзывом жалобы.',
      unheard: 'уголовное дело снять с апелляционного рассмотрения и возвратить для устранения препятствий.',
    }
    return [
      'АПЕЛЛЯЦИОННОЕ ПОСТАНОВЛЕНИЕ',
      place,
      `{court} в составе председательствующего судьи {judge}, ${parties} рассмотрел в открытом судебном заседании апелляционную жалобу на судебный акт {lowerCourt} от {lowerDate} в отношении {gen} по {article}.`.replace(
        '{court}',
        facts.court,
      ),
      'УСТАНОВИЛ:',
      'Судом первой инстанции установлено, что {storyInside}',
      rng.pick([
        'В апелляционной жалобе защитник просит смягчить наказание, ссылаясь на данные о личности {gen} и наличие смягчающих обстоятельств.',
        'В апелляционной жалобе {nom} выражает несогласие с оценкой доказательств и просит отменить судебный акт.',
      ]),
      `Проверив материалы дела, суд апелляционной инстанции исходит из того, что виновность подтверждается совокупностью доказательств: ${several(rng, criminalProofs, 3)}.`,
      'Руководствуясь ст. 389.13, 389.20, 389.28 УПК РФ,',
      'ПОСТАНОВИЛ:',
      decisions[outcome] ??
        'судебный акт {lowerCourt} от {lowerDate} отменить, уголовное дело передать на новое рассмотрение иным составом суда.',
      ...closing,
    ]
  }
  const isSentence = outcome === 'sentenced'
  const endings: Partial<Record<DemoOutcome, string>> = {
    sentenced: sentencesOf(facts),
    closed:
      facts.sentences.length > 0
        ? courtFines(facts)
        : 'уголовное дело в отношении {gen} по {article} прекратить в связи с примирением с потерпевшим; меру пресечения отменить.',
    toProsecutor:
      'уголовное дело в отношении {gen} возвратить прокурору в порядке ст. 237 УПК РФ для устранения препятствий его рассмотрения судом.',
    elsewhere: 'уголовное дело в отношении {gen} направить по подсудности.',
    treatment: 'применить к {dat} принудительную меру медицинского характера, освободив от уголовной ответственности.',
  }
  return [
    isSentence ? 'ПРИГОВОР\nИМЕНЕМ РОССИЙСКОЙ ФЕДЕРАЦИИ' : 'ПОСТАНОВЛЕНИЕ',
    place,
    `{court} в составе председательствующего судьи {judge}, ${parties} рассмотрев в открытом судебном заседании уголовное дело в отношении ${whom}, ${others.length > 0 ? 'обвиняемых' : '{обвиняемого|обвиняемой|обвиняемого}'} в совершении преступления, предусмотренного {article},`.replace(
      '{court}',
      facts.court,
    ),
    'УСТАНОВИЛ:',
    '{story}',
    rng.pick([
      'В судебном заседании {nom} вину {признал|признала|признало} полностью, в содеянном {раскаялся|раскаялась|раскаялось}, от дачи показаний {отказался|отказалась|отказалось}, воспользовавшись ст. 51 Конституции Российской Федерации.',
      'В судебном заседании {nom} вину {признал|признала|признало} частично, не {согласился|согласилась|согласилось} с суммой ущерба и мотивом.',
      'В судебном заседании {nom} вину не {признал|признала|признало} и {показал|показала|показало}, что к произошедшему отношения не имеет.',
    ]),
    isSentence
      ? `Виновность {gen} подтверждается: ${several(rng, criminalProofs, rng.int(3, 5))}. Оценив доказательства с точки зрения относимости, допустимости и достоверности, суд находит их достаточными для разрешения дела.`
      : 'Суд, выслушав мнения сторон и изучив материалы дела, приходит к следующему. Препятствий для принятия решения в настоящем судебном заседании не имеется, права и последствия участникам разъяснены и понятны.',
    isSentence ? 'Действия {gen} суд квалифицирует по {article}.' : '',
    isSentence
      ? `Смягчающими обстоятельствами суд признаёт: ${several(rng, mitigating, rng.int(2, 3))}. ${rng.pick(['Отягчающих обстоятельств не установлено.', 'Отягчающим обстоятельством является рецидив преступлений.'])} Оснований для изменения категории преступления суд не усматривает.`
      : '',
    isSentence ? 'Руководствуясь ст. 307–309 УПК РФ,' : 'Руководствуясь ст. 227, 254, 256 УПК РФ,',
    isSentence ? 'ПРИГОВОРИЛ:' : 'ПОСТАНОВИЛ:',
    endings[outcome] ?? '',
    `${isSentence ? 'Приговор' : 'Постановление'} может быть обжаловано в апелляционном порядке в течение пятнадцати суток со дня провозглашения.`.replace(
      'Приговор может быть обжаловано',
      'Приговор может быть обжалован',
    ),
    ...closing,
  ]
}

const ofEach = (
  { who, others, sentences, matter }: DecisionFacts,
  phrase: (sentence: DemoSentence) => string,
): string =>
  [who, ...others]
    .map((one, at) => {
      const sentence = sentences[at] ?? []
      const words = { ...namesOf(one), article: articleIn(matter), imposed: imposedWords(sentence, matter) }
      return fillPhrase(phrase(sentence), words, genderOf(one))
    })
    .join('\n')
const sentencesOf = (facts: DecisionFacts): string =>
  ofEach(facts, sentence =>
    [
      'Признать {acc} {виновным|виновной|виновным} в совершении преступления, предусмотренного {article}, и назначить {dat} наказание {imposed}.',
      suspendedWords(sentence),
    ]
      .filter(Boolean)
      .join('\n'),
  )
const courtFines = (facts: DecisionFacts): string =>
  ofEach(
    facts,
    sentence =>
      `Уголовное дело в отношении {gen} по {article} прекратить на основании ст. 25.1 УПК РФ, назначив {dat} меру уголовно-правового характера в виде ${courtFineWords(sentence)}.`,
  )

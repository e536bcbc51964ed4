// biome-ignore-all format: one rule reads best in few lines
import type { Codex } from './codex.ts'
import type { RepeatRule } from './repeat-rule.ts'

/** Repeated offences under the КоАП that become a crime. */
const uk = (article_number: string, part = '') => ({ codex: 'uk' satisfies Codex, article_number, part }) as const
const kind = 'koap-to-uk'
const analogous = 'аналогичное деяние в течение года после привлечения к ответственности'
const punished = 'деяние лица, подвергнутого административному наказанию (КоАП, ст. 4.6)'
const twice = 'деяние лица, привлечённого за такое же два раза в течение года'
const yearOfForce = { period: { years: 1 }, from: 'force' } as const
const underPenalty = { period: 'koap-4.6', from: 'force' } as const
const known = { confidence: 'high', status: 'in_force' } as const
const partlyRead = { confidence: 'medium', status: 'in_force' } as const
const fromForce = 'Год считаем со вступления в силу; толкуют и как срок по ст. 4.6 КоАП.'
const forHire = 'С весны 2025 года первого раза не нужно, если деяние из корысти или по найму.'

export const rulesOfCrimes: readonly RepeatRule[] = [
  {
    id: 'uk-212.1', kind, counted: [{ number: '20.2' }], needed: 3, period: { days: 180 }, from: 'decision',
    follows: uk('212.1'), since: '2014-07-22', ...known,
    says: 'нарушение порядка публичных мероприятий лицом, привлекавшимся за это более двух раз в течение 180 дней',
    source: 'УК РФ, ст. 212.1 и примечание к ней (Федеральный закон от 21.07.2014 № 258-ФЗ)',
    notes: ['Счёт по дате постановления — допущение: закон не говорит, чем мерить 180 дней.', 'Нужен вред или реальная угроза вреда (Конституционный Суд, № 2-П от 10.02.2017).'],
  },
  {
    id: 'uk-280.3', kind, counted: [{ number: '20.3.3' }], needed: 1, ...yearOfForce,
    follows: uk('280.3', '1'), since: '2022-03-04', ...known, says: analogous,
    source: 'УК РФ, ст. 280.3 ч. 1 (Федеральный закон от 04.03.2022 № 32-ФЗ)',
    notes: [forHire, fromForce],
  },
  {
    id: 'uk-284.2', kind, counted: [{ number: '20.3.4' }], needed: 1, ...yearOfForce,
    follows: uk('284.2', '1'), since: '2022-03-04', ...partlyRead, says: analogous,
    source: 'УК РФ, ст. 284.2 ч. 1 (Федеральный закон от 04.03.2022 № 32-ФЗ)',
    notes: [forHire, fromForce],
  },
  {
    id: 'uk-280.1', kind, counted: [{ number: '20.3.2' }], needed: 1, ...yearOfForce,
    follows: uk('280.1', '1'), since: '2020-12-19', ...partlyRead, says: analogous,
    source: 'УК РФ, ст. 280.1 ч. 1 (Федеральный закон от 08.12.2020 № 425-ФЗ)',
    notes: [fromForce],
  },
  {
    id: 'uk-282', kind, counted: [{ number: '20.3.1' }], needed: 1, ...yearOfForce,
    follows: uk('282', '1'), since: '2019-01-07', ...partlyRead, says: analogous,
    source: 'УК РФ, ст. 282 ч. 1 (Федеральный закон от 27.12.2018 № 519-ФЗ)',
    notes: ['По ч. 2 (насилие, служебное положение, группа) первого раза не нужно.', fromForce],
  },
  {
    id: 'uk-282.4', kind, counted: [{ number: '20.3' }], needed: 1, ...underPenalty,
    follows: uk('282.4', '1'), alsoFollows: [uk('282.4', '2')], since: '2022-07-25', ...known, says: punished,
    source: 'УК РФ, ст. 282.4 (Федеральный закон от 14.07.2022 № 260-ФЗ)',
    notes: ['Ч. 2 — изготовление и сбыт символики; её текст прочитан не полностью.'],
  },
  {
    id: 'uk-284.1-2015', kind, counted: [{ number: '20.33' }], needed: 2, ...yearOfForce,
    follows: uk('284.1'), since: '2015-05-23', until: '2021-07-11', confidence: 'medium', status: 'superseded',
    says: twice,
    source: 'УК РФ, ст. 284.1 (Федеральный закон от 23.05.2015 № 129-ФЗ)',
  },
  {
    id: 'uk-284.1', kind, counted: [{ number: '20.33' }], needed: 1, ...underPenalty,
    follows: uk('284.1', '1'), since: '2021-07-12', ...partlyRead, says: punished,
    source: 'УК РФ, ст. 284.1 ч. 1 (Федеральный закон от 01.07.2021 № 292-ФЗ)',
    notes: ['По ч. 2 и 3 (финансирование, организация) первого раза не нужно.'],
  },
  {
    id: 'uk-116.1', kind, counted: [{ number: '6.1.1' }], needed: 1, ...underPenalty,
    follows: uk('116.1', '1'), since: '2016-07-15', ...known, says: punished,
    source: 'УК РФ, ст. 116.1 ч. 1 (Федеральный закон от 03.07.2016 № 323-ФЗ)',
    notes: ['По ч. 2 (судимость за насильственное преступление) первого раза не нужно.'],
  },
  {
    id: 'uk-158.1', kind, counted: [{ number: '7.27', parts: ['2'] }], needed: 1, ...underPenalty,
    follows: uk('158.1'), since: '2016-07-15', ...partlyRead, says: punished,
    source: 'УК РФ, ст. 158.1 (Федеральный закон от 03.07.2016 № 323-ФЗ)',
    notes: ['Новое хищение — тоже в размере ч. 2 ст. 7.27 КоАП.'],
  },
  {
    id: 'uk-157-1', kind, counted: [{ number: '5.35.1', parts: ['1'] }], needed: 1, ...underPenalty,
    follows: uk('157', '1'), since: '2016-07-15', ...known, says: punished,
    source: 'УК РФ, ст. 157 ч. 1 (Федеральный закон от 03.07.2016 № 323-ФЗ)',
  },
  {
    id: 'uk-157-2', kind, counted: [{ number: '5.35.1', parts: ['2'] }], needed: 1, ...underPenalty,
    follows: uk('157', '2'), since: '2016-07-15', ...known, says: punished,
    source: 'УК РФ, ст. 157 ч. 2 (Федеральный закон от 03.07.2016 № 323-ФЗ)',
  },
  {
    id: 'uk-264.1', kind, counted: [{ number: '12.8', parts: ['1', '3'] }, { number: '12.26', parts: ['1', '2'] }],
    needed: 1, ...underPenalty,
    follows: uk('264.1', '1'), since: '2015-07-01', ...known, says: punished,
    source: 'УК РФ, ст. 264.1 ч. 1 (Федеральный закон от 31.12.2014 № 528-ФЗ)',
    notes: ['Обычно на годы позже: лишение прав входит в исполнение.'],
  },
  {
    id: 'uk-264.2', kind, counted: [{ number: '12.9', parts: ['7'] }, { number: '12.15', parts: ['5'] }],
    next: [{ number: '12.9', parts: ['4', '5'] }, { number: '12.15', parts: ['4'] }], needed: 1, ...underPenalty,
    deprived: 'by_this_case',
    follows: uk('264.2', '1'), since: '2022-01-10', ...known,
    says: 'деяние лица, подвергнутого административному наказанию и лишённого права управления',
    source: 'УК РФ, ст. 264.2 ч. 1 (Федеральный закон от 30.12.2021 № 458-ФЗ)',
    notes: ['Считается только лишение права управления: штраф по камере не считается.', 'Обычно на годы позже: лишение прав входит в исполнение.'],
  },
  {
    id: 'uk-264.3', kind, counted: [{ number: '12.7', parts: ['4'] }], next: [{ number: '12.7', parts: ['2', '4'] }],
    needed: 1, ...underPenalty, deprived: 'by_another_case',
    follows: uk('264.3', '1'), since: '2022-07-25', ...known,
    says: 'управление лицом, лишённым права управления и подвергнутым административному наказанию',
    source: 'УК РФ, ст. 264.3 ч. 1 (Федеральный закон от 14.07.2022 № 258-ФЗ)',
    notes: ['Считается, если известно дело, по которому лицо лишено права управления.'],
  },
  {
    id: 'uk-330.1-2022', kind, counted: [{ number: '19.34' }], needed: 2, ...yearOfForce,
    follows: uk('330.1'), since: '2022-12-01', until: '2025-10-25', confidence: 'low', status: 'superseded',
    says: twice,
    source: 'УК РФ, ст. 330.1 в прежней редакции (дни — по памяти)',
  },
  {
    id: 'uk-330.1', kind, counted: [{ number: '19.34' }], needed: 1, ...underPenalty,
    follows: uk('330.1', '1'), alsoFollows: [uk('330.1', '2')], since: '2025-10-26', ...partlyRead, says: punished,
    source: 'УК РФ, ст. 330.1 (Федеральный закон от 15.10.2025 № 378-ФЗ; дата закона и день вступления — по памяти)',
    notes: ['Источники расходятся: до года после исполнения или бессрочно.', 'Какие части ст. 19.34 КоАП считаются, не проверено.'],
  },
  {
    id: 'uk-230.3', kind, counted: [{ number: '6.13' }], needed: 2, ...yearOfForce,
    follows: uk('230.3'), since: '2026-03-01', ...known,
    says: 'пропаганда наркотиков в сети лицом, привлечённым за это два раза в течение года',
    source: 'УК РФ, ст. 230.3 (Федеральный закон от 08.08.2024 № 226-ФЗ)',
    notes: ['Какие части ст. 6.13 КоАП считаются, не проверено.'],
  },
  {
    id: 'uk-151.1-2011', kind, counted: [{ number: '14.16', parts: ['2.1'] }], needed: 1, period: { days: 180 },
    from: 'decision',
    follows: uk('151.1'), since: '2011-08-05', until: '2015-12-08', confidence: 'high', status: 'superseded',
    says: 'продажа алкоголя несовершеннолетнему лицом, привлечённым за это в течение 180 дней',
    source: 'УК РФ, ст. 151.1 в редакции до 09.12.2015',
  },
  {
    id: 'uk-151.1', kind, counted: [{ number: '14.16', parts: ['2.1'] }], needed: 1, ...underPenalty,
    follows: uk('151.1'), since: '2015-12-09', ...known, says: punished,
    source: 'УК РФ, ст. 151.1 и примечание к ней в редакции с 09.12.2015',
  },
  {
    id: 'uk-171.4', kind, counted: [{ number: '14.17.1' }], needed: 1, ...underPenalty,
    follows: uk('171.4'), since: '2017-08-06', confidence: 'medium', status: 'unproved', says: punished,
    source: 'УК РФ, ст. 171.4 (Федеральный закон от 26.07.2017 № 203-ФЗ) — по памяти',
  },
  {
    id: 'uk-171.5', kind, counted: [{ number: '14.56' }], needed: 1, ...underPenalty,
    follows: uk('171.5'), since: '2021-06-22', confidence: 'low', status: 'unclear', says: punished,
    untold: 'нужен крупный размер, о котором сайты не сообщают',
    source: 'УК РФ, ст. 171.5 (Федеральный закон от 11.06.2021 № 215-ФЗ) — по памяти',
  },
  {
    id: 'uk-191', kind, counted: [{ number: '7.5' }], needed: 1, ...underPenalty,
    follows: uk('191', '1'), alsoFollows: [uk('255')], since: '2020-01-08', confidence: 'low', status: 'unclear',
    says: punished,
    source: 'УК РФ, ст. 191 ч. 1 и ст. 255 (Федеральный закон от 27.12.2019 № 500-ФЗ) — по памяти',
  },
  {
    // It is unknown which article of the КоАП counts.
    id: 'uk-201.3', kind, counted: [], needed: 1, ...underPenalty,
    follows: uk('201.3'), alsoFollows: [uk('285.6')], since: '2022-09-24', confidence: 'low', status: 'unclear',
    says: punished,
    source: 'УК РФ, ст. 201.3 и 285.6 — по памяти',
  },
  {
    id: 'uk-215.4', kind, counted: [{ number: '20.17', parts: ['2'] }], needed: 1, ...underPenalty,
    follows: uk('215.4', '1'), since: '2016-01-10', ...partlyRead, says: punished,
    source: 'УК РФ, ст. 215.4 ч. 1 (Федеральный закон от 30.12.2015 № 441-ФЗ; день вступления — по памяти)',
    notes: ['Ст. 20.17 КоАП изменена весной 2023 года; какая часть считается теперь, не проверено.'],
  },
  {
    id: 'uk-217.3', kind, counted: [{ number: '20.35', parts: ['1', '2'] }], needed: 2, period: { days: 180 },
    from: 'decision',
    follows: uk('217.3'), since: '2024-07-01', ...known,
    says: 'нарушение антитеррористической защищённости, повлёкшее тяжкие последствия, лицом, привлечённым за это два раза в течение 180 дней',
    untold: 'нужны тяжкие последствия, о которых сайты не сообщают',
    source: 'УК РФ, ст. 217.3 (Федеральный закон от 31.07.2023 № 398-ФЗ)',
  },
  {
    id: 'uk-314.1-2', kind, counted: [{ number: '19.24' }], needed: 2, ...yearOfForce,
    follows: uk('314.1', '2'), since: '2015-01-11', ...known,
    says: 'несоблюдение ограничений надзора вместе с другим правонарушением',
    untold: 'нужно совпадение двух нарушений, о котором сайты не сообщают',
    source: 'УК РФ, ст. 314.1 ч. 2 (Федеральный закон от 31.12.2014 № 514-ФЗ; день вступления — по памяти)',
  },
  {
    id: 'uk-315', kind, counted: [{ number: '17.15', parts: ['4'] }], needed: 1, ...underPenalty,
    follows: uk('315', '1'), since: '2018-10-13', confidence: 'medium', status: 'unproved', says: punished,
    source: 'УК РФ, ст. 315 ч. 1 (Федеральный закон от 02.10.2018 № 348-ФЗ) — по памяти',
  },
]

// biome-ignore-all format: rows of tables, a few a line
import { describe, expect, it } from 'vitest'
import { normalizeLetters, normalizeText } from './normalize-text.ts'

const escaped = (text: string): string => JSON.stringify(text)

describe('a text without what cannot be seen', () => {
  it.each([
    // Soft hyphens, marks of the beginning, blanks without width.
    ['штр\u00adаф', 'штраф'], ['\ufeffСУД', 'СУД'], ['су\u200bд', 'суд'], ['су\u202eд', 'суд'], ['су\u2060д', 'суд'],
    // Words broken at the end of a line; a dash breaks none, nor do single letters or capitals.
    ['поста-\nновление', 'постановление'], ['по-\nвторно', 'повторно'], ['поста\u2010\nновление', 'постановление'], ['поста\u2011\nновление', 'постановление'],
    ['поста–\nновление', 'поста–\nновление'], ['а-\nбез', 'а-\nбез'], ['без-\nа', 'без-\nа'], ['ПОСТА-\nНОВЛЕНИЕ', 'ПОСТА-\nНОВЛЕНИЕ'],
    // Words that are spaced out: of five letters and more.
    ['П О С Т А Н О В И Л', 'ПОСТАНОВИЛ'], ['П О С Т А Н О В И Л:', 'ПОСТАНОВИЛ:'], ['п о с т а', 'ПОСТА'], ['п о с т', 'п о с т'],
    ['П О С Т А  Н О В И Л', 'ПОСТА НОВИЛ'], ['П  О  С  Т  А  Н  О  В  И  Л', 'ПОСТАНОВИЛ'], ['П О С Т А  Н  О В И Л', 'ПОСТА Н ОВИЛ'], ['П О  С Т  А Н', 'ПО СТ АН'], ['Р Е Ш И Л  СУД', 'РЕШИЛ СУД'], ['С. П О С Т А Н', 'С. ПОСТАН'],
    ['П О С Т А Н.И', 'ПОСТА Н.И'], ['д О С Т А Нов', 'ДОСТА Нов'],
    // Ends of lines, blanks.
    ['а\r\nб', 'а\nб'], ['а\rб', 'а\nб'], ['а\tб', 'а б'], ['не  признал', 'не признал'], ['а \t б', 'а б'], ['а\n    б', 'а\n б'], ['а\u00a0б', 'а б'],
    // Latin letters that look Russian, in words of both alphabets.
    ['cуд', 'суд'], ['сyд', 'суд'], ['CУД', 'СУД'], ['Cyд', 'Суд'], ['ИВAН', 'ИВАН'], ['АBСE', 'АВСЕ'], ['вoзврaт', 'возврат'], ['ПPИГОВОР', 'ПРИГОВОР'],
    ['ёлкa', 'ёлка'], ['суд и COURT', 'суд и COURT'], ['WiFi', 'WiFi'], ['Wiсуд', 'Wiсуд'], ['суdа', 'суdа'], ['aбвw', 'aбвw'],
  ])('%j: %j', (written, text) => expect(normalizeText(written).text).toBe(text))
  it.each([
    ['Ёлка', 'елка'], ['ПОСТАНОВИЛ', 'постановил'], ['İстанбул', 'İстанбул'], ['İСТАНБУЛ Ё', 'İстанбул е'],
    // Single letters that are words, rubles.
    ['суд c адвокатом', 'суд с адвокатом'], ['он o ней', 'он о ней'], ['суд a не', 'суд а не'], ['штраф k нему', 'штраф к нему'],
    ['дело y суда', 'дело у суда'], ['п.c', 'п.с'], ['10 p', '10 р'], ['10 pуб', '10 руб'], ['x суд', 'x суд'], ['5 c. 4', '5 c. 4'], ['r2 и c2', 'r2 и c2'],
    ['10 руб p', '10 руб p'], ['10 part', '10 part'], ['суд№a.', 'суд№a.'], ['тrи', 'тги'], ['uмя', 'имя'], ['aбвw', 'абвw'],
  ])('in small letters %j: %j', (written, plain) => expect(normalizeText(written).plain).toBe(plain))
  it.each([
    ['а\r\nб\tв', 'а \nб в'], ['\ufeffСУД\u200b', ' суд\u200b'], ['П О С Т А Н', 'п о с т а н'],
  ])('letters alone stay where they are: %j', (written, plain) =>
    expect(escaped(normalizeLetters(written))).toBe(escaped(plain)),
  )
})

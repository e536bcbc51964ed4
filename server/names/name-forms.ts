import type { Gender } from '#shared/domain/outcomes.ts'

/**
 * Grammatical cases of Russian names, by endings: «Багранов» may be written «Багранова», «Багранову», «Баграновым». Lower case, ё as е. A
 * form too many only makes a name match two people, and then it is nobody's.
 */
type Rule = { ends: RegExp; gender?: 'm' | 'f'; forms: readonly string[] }

// biome-ignore-all format: a table of endings
const rules: readonly Rule[] = [
  // Adjectives: Белый, Гайский, Толстой, Крайняя.
  { ends: /[ыо]й$/, gender: 'm', forms: ['ого', 'ому', 'ым', 'ом'] },
  { ends: /ий$/, gender: 'm', forms: ['ого', 'ому', 'им', 'ом', 'его', 'ему', 'ем', 'ия', 'ию', 'ием', 'ии', 'ие'] },
  { ends: /ая$/, gender: 'f', forms: ['ой', 'ою', 'ую', 'ей', 'ею'] },
  { ends: /яя$/, gender: 'f', forms: ['ей', 'ею', 'юю'] },
  // Surnames of women: Пташникова, Огородникова, Пушкина.
  { ends: /(?<=[ое]в|[иы]н)а$/, gender: 'f', forms: ['ой', 'ою', 'у', 'ы', 'е'] },
  { ends: /ия$/, forms: ['ии', 'ию', 'ией', 'иею'] },
  { ends: /(?<=[гкхжчшщц])а$/, forms: ['и', 'ы', 'е', 'ой', 'ею', 'ей', 'ою', 'у'] },
  { ends: /а$/, forms: ['ы', 'е', 'ой', 'ою', 'у'] },
  { ends: /ья$/, forms: ['ьи', 'ье', 'ьей', 'ьею', 'ью'] },
  { ends: /я$/, forms: ['и', 'е', 'ей', 'ею', 'ю'] },
  { ends: /ь$/, gender: 'f', forms: ['и', 'ью'] },
  { ends: /ь$/, gender: 'm', forms: ['я', 'ю', 'ем', 'е', 'и'] },
  { ends: /ей$/, gender: 'm', forms: ['ея', 'ею', 'еем', 'ее', 'ья', 'ью', 'ьем', 'ье'] },
  { ends: /й$/, gender: 'm', forms: ['я', 'ю', 'ем', 'е', 'и'] },
  // Vowels that are dropped: Павел, Лев, Кравец, Волчок.
  { ends: /^лев$/, gender: 'm', forms: ['льва', 'льву', 'львом', 'льве', 'лева', 'леву', 'левом', 'леве'] },
  {
    ends: /ец$/,
    gender: 'm',
    forms: ['ца', 'цу', 'цом', 'цем', 'це', 'еца', 'ецу', 'ецом', 'еце', 'йца', 'йцу', 'йцем', 'йце'],
  },
  { ends: /яц$/, gender: 'm', forms: ['йца', 'йцу', 'йцем', 'йце'] },
  { ends: /(?<=.)[ео](?=[кл]$)(.)$/, gender: 'm', forms: ['$1а', '$1у', '$1ом', '$1е'] },
  { ends: /(?<=[бвгджзклмнпрстфхцчшщ])$/, gender: 'm', forms: ['а', 'у', 'ом', 'ем', 'ым', 'е'] },
]

const plain = (word: string): string => word.toLowerCase().replaceAll('ё', 'е')

export function formsOf(word: string, gender: Gender): ReadonlySet<string> {
  const known = plain(word)
  const fitting = rules.filter(rule => (gender === 'na' || (rule.gender ?? gender) === gender) && rule.ends.test(known))
  // «Кузнец» keeps its vowel, «Кравец» drops it: both forms are possible.
  return new Set([known, ...fitting.flatMap(({ ends, forms }) => forms.map(form => known.replace(ends, form)))])
}

export function isFormOf(written: string, word: string, gender: Gender): boolean {
  const [parts, known] = [plain(written).split('-'), word.split('-')]
  return parts.length === known.length && parts.every((part, at) => formsOf(known[at] ?? '', gender).has(part))
}

/** What a word may be a form of, itself among them: «Радугодубом» of «Радугодуб», «Кравца» of «Кравец». More than there are names. */
export function basesOf(written: string): ReadonlySet<string> {
  const known = plain(written)
  const bases = new Set([known])
  for (let cut = 0; cut <= longestEnding && known.length - cut >= shortestStem; cut++)
    for (const ending of baseEndings) {
      const base = known.slice(0, known.length - cut) + ending
      if (base !== known && formsOf(base, 'na').has(known)) bases.add(base)
    }
  return bases
}
const baseEndings = [
  '',
  'а',
  'я',
  'ь',
  'й',
  'ий',
  'ый',
  'ой',
  'ая',
  'яя',
  'ия',
  'ья',
  'ец',
  'яц',
  'ей',
  'ок',
  'ек',
  'ел',
  'ол',
]
const longestEnding = 4
const shortestStem = 2

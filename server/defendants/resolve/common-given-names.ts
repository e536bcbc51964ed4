import { maleNames } from '../../ingest/first-names.ts'
import { fatherOf } from './name-parts.ts'

/** Given names and patronymics so common in Russia that both together say little (lower case, ё → е). */
const words = (text: string): string[] => text.split(/\s+/).filter(word => word !== '')

const given = new Set(
  words(`
  александр сергей владимир андрей алексей дмитрий николай михаил иван евгений максим виктор юрий антон денис игорь олег
  павел роман артем илья никита кирилл василий константин
  елена ольга наталья татьяна ирина анна светлана мария екатерина людмила юлия анастасия надежда марина галина оксана
  валентина любовь дарья ксения виктория вера нина
  магомед ахмед али руслан мурад рамазан шамиль тимур ислам ибрагим
`),
)
const fathers = new Set(
  words(`
  александрович сергеевич владимирович андреевич алексеевич дмитриевич николаевич михайлович иванович евгеньевич
  викторович юрьевич игоревич олегович павлович романович васильевич анатольевич валерьевич петрович геннадьевич
  вячеславович константинович
  магомедович ахмедович алиевич русланович рамазанович ибрагимович
`).map(fatherOf),
)

export const areOrdinary = (name: string | undefined, father: string | undefined): boolean =>
  name !== undefined && father !== undefined && given.has(name) && fathers.has(father)

/** Surnames made of given names are common: «Рамазанов», «Никитин», «Сергеев». Masculine forms. */
export const surnamesOfGivenNames: ReadonlySet<string> = new Set(
  [...maleNames].map(name => {
    const stem = name.slice(0, -1)
    if (/[ая]$/.test(name)) return `${stem}ин`
    return /[йь]$/.test(name) ? `${stem}ев` : `${name}ов`
  }),
)

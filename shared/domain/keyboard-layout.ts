/**
 * Converts between the Russian and English keyboard layouts: «hfleujle,» is «радугодуб». Punctuation keys that are
 * letters in one layout are converted too; «.» is «ю», and «/» is left out, because no name has it. An involution.
 */
const latin = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,.`QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~'
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ'

const keys = new Map<string, string>()
for (const [at, letter] of [...latin].entries()) {
  const other = russian.charAt(at)
  keys.set(letter, other).set(other, letter)
}

export const inOtherLayout = (text: string): string => [...text].map(letter => keys.get(letter) ?? letter).join('')

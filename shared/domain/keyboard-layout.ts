/**
 * What the same keys give in the other layout, Russian or English: «hfleujle,» is «радугодуб». Signs that are letters in one of them alone change
 * too; a full stop is «ю», and nothing is made of «/», which no name has. Twice gives what was typed.
 */
const latin = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,.`QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~'
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ'

const keys = new Map<string, string>()
for (const [at, letter] of [...latin].entries()) {
  const other = russian.charAt(at)
  keys.set(letter, other).set(other, letter)
}

export const inOtherLayout = (text: string): string => [...text].map(letter => keys.get(letter) ?? letter).join('')

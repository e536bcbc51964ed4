/** «семейноеПоложение» → «Семейное положение»: keys of defence parameters are data, written as one word (§3). */
export const defenceKeyTitle = (key: string): string => {
  const words = key.replace(/[А-ЯЁ]/g, letter => ` ${letter.toLowerCase()}`).trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

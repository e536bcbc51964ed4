/** Court sites shout: «Вынесен ПРИГОВОР». Words in capitals become ordinary ones; abbreviations stay. */
export const calmTitle = (title: string): string => {
  const calm = title.replace(/[А-ЯЁ]{4,}/g, word => word.toLowerCase())
  return calm.charAt(0).toUpperCase() + calm.slice(1)
}

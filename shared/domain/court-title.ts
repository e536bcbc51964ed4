/** Titles of courts as they are compared: one spelling, whoever writes them. */
export const isMagistrateTitle = (title: string): boolean =>
  /судебн\p{L}* участ\p{L}*|миров\p{L}* судь\p{L}*/iu.test(title)

/**
 * One spelling: letter case, ё, quotes, dashes, «г.», spaces, a region in brackets at the end make no other court, nor
 * does the name of a city that is a region of its own. Districts of magistrates are written with and without the magistrate
 * and their region.
 */
export function plainCourtTitle(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s*\([^()]*\)\s*$/u, '')
    .replace(/["«»„“”'`]/g, '')
    .replace(/\s*[-–—]\s*/g, '-')
    .replace(/(?<!\p{L})(?:г\.|города?(?!\p{L}))\s*/gu, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .replace(/ (?:москвы|санкт-петербурга|севастополя)$/, '')
  return isMagistrateTitle(plain) ? plainDistrict(plain) : plain
}

const plainDistrict = (title: string): string =>
  title
    .replace(/судебного участка/, 'судебный участок')
    .replace(/,? ?миров(?:ой судья|ого судьи) ?/, ' ')
    .replace(/№ ?/g, '№')
    .replace(
      /(?<!^)(?: в)? (?:\p{L}[\p{L}-]* (?:области|края)|\p{L}[\p{L}-]* автономного округа.*|республики \p{L}.*|\p{L}+ республики)$/u,
      '',
    )
    .replace(/ +/g, ' ')
    .trim()

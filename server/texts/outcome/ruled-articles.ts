/** The words of a sentence that tell articles of what it rules: of what it ends, or else of what it punishes. */
export function ruledArticleWords(ruling: string, isEnded: boolean): string {
  if (releasesFromOther.test(ruling) && !/виновн/.test(ruling)) return ''
  const words = ruling.replace(requalifiedFrom, '$1').replace(ofUnpaid, '$1').replace(ofNoConviction, ' ')
  return isEnded ? words : withoutAcquittal(words)
}

/** «в неуплате штрафа, назначенного по ч. 5 ст. 20.2 КоАП РФ» */
const ofUnpaid =
  /((?:неуплат|неоплат|(?<!\p{L})не ?упла[тч]|уклон\p{L}+ от )[^;]{0,160}?)(?<!\p{L})(?:назначенн|наложенн|вынесенн|по постановлени)[^;]{0,240}?(?=,? (?:и )?(?:назначить|подвергнуть|признать|определить)|,? то есть|,? предусмотренн|,? по ч\p{L}*\.? ?\d ст\p{L}*\.? ?20\.25|$)/gu

/** «исключить осуждение по ч. 1 ст. 222 УК РФ», «…, поскольку по ч. 1 ст. 280.3 УК РФ возбуждено уголовное дело» */
const ofNoConviction =
  /(?<!\p{L}|(?<!\p{L})не )исключи(?:ть|в) (?:(?!признать|считать|назначить|(?:пере)?квалифицировать|(?<!\p{L})(?:смягчить|снизить|усилить|уменьшить|оставить|определить|освободить))[^;]){0,80}?осуждени\p{L} (?:(?!признать|считать|назначить|(?:пере)?квалифицировать|(?<!\p{L})(?:смягчить|снизить|усилить|уменьшить|оставить|определить|освободить))[^;,])*|(?<!\p{L})по [^;,]{0,60} возбужден[оы]? уголовн\p{L}{2,3} дел\p{L}|возбужд\p{L}+ (?:в отношении [^;,]{0,60} )?уголовн\p{L}{2,3} дел\p{L}[^;,]*/gu

/** «Освободить от наказания по приговору от…»: of a verdict of before, and not of what is punished now. */
const releasesFromOther =
  /(?<!\p{L}|(?<!\p{L})не )освободить(?!\p{L})[^;]{0,200}?(?<!\p{L})от (?:\p{L}+ ){0,3}?наказани\p{L}[^;]{0,80}?приговор|(?<!\p{L})от (?:\p{L}+ ){0,3}?наказани\p{L}[^;]{0,80}?приговор[^;]{0,200}(?<!\p{L}|(?<!\p{L})не )освободить(?!\p{L})/u

/** «переквалифицировать с ч. 2 ст. 158 на ч. 1 ст. 158 УК РФ» */
const requalifiedFrom =
  /(переквалифицир\p{L}*[^;]{0,160}?) со? (?=(?:п|ч|ст)\p{L}*[. ])[^;]{0,200}?(?= на (?:п|ч|ст)|,?(?: и)? (?:назначить|признать)|$)/gu
/** «…, по ч. 1 ст. 282.2 УК РФ оправдать»: no article of what is punished in the same sentence; none at all where it is not told which of them are. */
function withoutAcquittal(plain: string): string {
  let left = plain.includes('прекра') ? plain.replace(discontinued, ' ') : plain
  for (let turn = 0; ; turn++) {
    const found = acquits.exec(left)
    if (found === null) return left
    if (turn === mostAcquittals) return ''
    const end = found.index + found[0].length
    const next = left.slice(end).search(rulingVerb)
    const to = next < 0 ? left.length : end + next
    if (followed.test(left.slice(end, to))) left = `${left.slice(0, found.index)} ${left.slice(to)}`
    else {
      const from = Math.max(
        0,
        ...[...left.slice(0, found.index).matchAll(everyRulingVerb)].map(({ index, 0: verb }) => index + verb.length),
      )
      left =
        left.slice(0, from) + withoutLastArticles(left.slice(from, found.index), left.slice(0, from)) + left.slice(end)
    }
  }
}
/** In one sentence. */
const mostAcquittals = 20
const rulingVerbs = String.raw`(?<!\p{L})(?:призна(?:ть|в)|виновн\p{L}{2,3}|назнач(?:ить|ив|ается)|подвергнуть|наложить|осуди(?:ть|в)|определить|освободить|прекра\p{L}+)(?!\p{L})`
const [rulingVerb, everyRulingVerb] = [new RegExp(rulingVerbs, 'u'), new RegExp(rulingVerbs, 'gu')]
const acquits = /оправда\p{L}+/u
const followed = /^(?: (?!по )\p{L}+){0,3} (?:по|в совершении|за совершение) (?:[^,;]{0,60})?(?:ст|преступлени)/u
const discontinued =
  /(?:уголовн\p{L}+ )?(?:преследовани|дел|производств)\p{L}{0,2}(?:(?!признать|назначить|подвергнуть|преследовани)[^;]){0,300}?прекра\p{L}+|прекра\p{L}+ (?:(?!признать|назначить|подвергнуть|оправдать)[^;])*/gu
/** `before`: up to the verb that rules. Of a conviction the first articles are its own when there is one more clause with others. */
function withoutLastArticles(clauses: string, before: string): string {
  const parts = clauses.split(',')
  const telling = parts.filter(part => /ст\p{L}*\.? ?\d/u.test(part))
  if (!telling.includes(parts.at(-1) ?? '')) return clauses
  return /(?:призна(?:ть|в)|виновн\p{L}{2,3})$/u.test(before) && telling.length === 2
    ? parts.slice(0, -1).join(',')
    : ' '
}

/** Nobody has to serve what was imposed before: `part`, where it speaks of one offence; `deferred`: not yet. */
export type Release = 'all' | 'part' | 'deferred'

/** «от назначенного наказания освободить», for whatever reason; of another sentence, or of a part of the penalty, it is none of it. */
const released =
  /(?<!\p{L}|не )освободить(?!\p{L})[^;]{0,200}(?<!\p{L})от (?:\p{L}+ ){0,3}(?:наказани|отбывани)|(?<!\p{L})от (?:\p{L}+ ){0,3}(?:наказани|отбывани)[^;]{0,200}(?<!\p{L}|не )освободить(?!\p{L})|(?<!\p{L})от котор(?:ого|ой|ых) [^;]{0,40}освободить(?!\p{L})/u
const releasedOfOther = /приговор|дополнительн|условно[- ]досрочн/
const ofOneOffence = /(?<!\p{L})по (?:п|ч|ст)(?:\.|ункт|аст|ать)|предусмотренн|(?<!\p{L})за (?:совершени|преступлени)/u
const deferred =
  /(?<!\p{L}|не )(?:отсрочить|предоставить отсрочку)(?!\p{L})[^;]*(?:наказани|отбывани)|(?:наказани|отбывани)[^;]*(?<!\p{L}|не )(?:отсрочить|предоставить отсрочку)/u

/** A sentence in plain letters, of a court that decides itself. */
export function releasing(sentence: string): Release | undefined {
  if (deferred.test(sentence)) return 'deferred'
  if (!released.test(sentence) || releasedOfOther.test(sentence)) return undefined
  return ofOneOffence.test(sentence) ? 'part' : 'all'
}

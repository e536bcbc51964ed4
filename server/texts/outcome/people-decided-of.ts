import type { OperativeSentence } from './attribution.ts'
import type { DecisionContext } from './decision-context.ts'
import { isParticipant, isSameName, isVictim, isWorkplace, type Name } from './names.ts'
import { newVerdict, type PersonVerdict } from './person-verdict.ts'

/** One verdict for each person the operative part decides of; names stand as the opening has them, where it tells more. */
export function newVerdicts(
  sentences: readonly OperativeSentence[],
  { accused, isReview }: Pick<DecisionContext, 'accused' | 'isReview'>,
): PersonVerdict[] {
  const known = convictedNames(sentences, subjectNames(sentences, accused))
  if (known.length <= 1 && accused.length <= 1) return [newVerdict(betterName(accused[0], known[0]))]
  // A review mostly names those alone whom it decides of: «снизить Ветрогонову П. И. …; в отношении Крутоярова И. Л. приговор оставить без изменения».
  const isDecidedOf = (one: Name): boolean =>
    !isReview ||
    sentences.some(
      ({ isProcedural, plain, names }) =>
        !isProcedural && !answersComplaint.test(plain) && names.some(name => isSameName(name, one)),
    )
  const others = accused.filter(
    one =>
      (isReview || !one.isHidden) && !isCompany(one) && !known.some(name => isSameName(name, one)) && isDecidedOf(one),
  )
  // Initials may be those of two of them.
  const meant = known.flatMap(name => {
    const of = accused.filter(one => isSameName(one, name))
    return of.length > 0 ? of : [name]
  })
  return [...new Set(known.length > 0 ? [...meant, ...others] : accused)].map(newVerdict)
}

/** «Жалобу Ветрогонова П. И. удовлетворить»: it may be about another. */
const answersComplaint = /(?<!\p{L})(?:жалоб|представлени)/u
const mayDecideOf =
  /призна(?:ть|в) |оправдать|подвергнуть|привлечь|назначить|освободить|виновен|виновна|применить|отношении|осуждени/
const ofVictim = /(?<!\p{L})призна(?:ть|в) [^;,]{0,80}(?:потерпевш|гражданск)/u
const bullet = /^(?:[-–—•*] ?|\d{1,2}[.)] ?)/
const isDecided = /ст(?:\.|ать\p{L}{1,3}) ?\d[^;]{0,60} в отношении /u
const verbBefore =
  /(?:признать|оправдать|подвергнуть|привлечь|освободить|применить к|отношении|осуждени[яею]|юридическ\p{L}{2,3} лиц[оу]) (?:\p{L}+ ){0,6}$/u

/** Names that stand where a decision names whom it decides of, and those known from the opening. */
function subjectNames(sentences: readonly OperativeSentence[], accused: readonly Name[]): Name[] {
  const subjects: Name[] = []
  const isKnownName = (name: Name): boolean => accused.some(one => isSameName(one, name))
  // Beside those of the opening «в отношении» tells against whom they acted.
  const isOpened = sentences.some(({ names, isProcedural }) => !isProcedural && names.some(isKnownName))
  for (const { plain, names, isProcedural } of sentences) {
    if (isProcedural || ofVictim.test(plain) || !mayDecideOf.test(plain)) continue
    for (const name of names) {
      const before = plain.slice(0, name.start)
      if (isParticipant(before) || isVictim(before) || isWorkplace(name, names, before)) continue
      const isNear =
        name.start - (bullet.exec(plain)?.[0].length ?? 0) < 12 ||
        (/[,;] (?:а )?$/.test(before) && /^ [–—-] /.test(plain.slice(name.end))) ||
        verbBefore.test(before.replace(/(?<=\p{L}) \p{L}{2,6} ?[«"“][^»"”]*[»"”]+/gu, ''))
      const isKnown = isKnownName(name)
      if (!isKnown && isOpened && isDecided.test(plain) && /отношении (?:\p{L}+ ){0,6}$/u.test(before)) continue
      if ((isNear || isKnown) && !subjects.some(one => isSameName(one, name))) subjects.push(name)
    }
  }
  return subjects
}

/** Among names a mask is a further person only where it is convicted, or acquitted, beside them. */
function convictedNames(sentences: readonly OperativeSentence[], subjects: readonly Name[]): Name[] {
  const isJudged = (name: Name): boolean => isJudgedAlone(sentences, name)
  const isNamedJudged = subjects.some(one => !one.isHidden && isJudged(one))
  const names = subjects.some(({ isHidden }) => !isHidden)
    ? subjects.filter(name => !name.isHidden || (isNamedJudged && isJudged(name)))
    : []
  return names.length > 0
    ? names
    : subjects.filter(name => subjects.length === 1 || /фио|\p{Lu}\./iu.test(name.written))
}

const isJudgedAlone = (sentences: readonly OperativeSentence[], name: Name): boolean =>
  sentences.some(({ plain, names }) => {
    const judged = names.filter(({ start }) => judging.test(plain.slice(0, start)))
    return judged.length > 0 && judged.every(one => isSameName(one, name))
  })
const judging = /(?<!\p{L})(?:призна(?:ть|в)|оправдать|осудить|приговорить) (?:подсудим\p{L}+ )?$/u

const isCompany = ({ written }: Name): boolean => /[«"“]/.test(written)

/** The opening tells the name best, unless the decision is of somebody else. */
const betterName = (opened: Name | undefined, decided: Name | undefined): Name | undefined =>
  opened === undefined ||
  (decided !== undefined && !decided.isHidden && !opened.isHidden && !isSameName(opened, decided))
    ? decided
    : opened

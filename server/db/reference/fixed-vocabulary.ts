import {
  lazily,
  referenceArticles,
  referenceDefenceParams,
  referenceEventTypes,
  referenceResultTypes,
} from './tables.ts'

/** Directory rows that every installation has from reference files: showing them reveals nothing about any case. */
type Use = { type?: number | undefined; stage?: number | undefined }

const gap = '\u0001'
const articles = lazily(
  () => new Set(referenceArticles().map(({ codex, article_number, part }) => [codex, article_number, part].join(gap))),
)
const eventTypes = lazily(() => new Set(referenceEventTypes().map(({ title }) => title)))
const defenceParams = lazily(() => new Set(referenceDefenceParams().map(({ key, value }) => key + gap + value)))
const resultTypes = lazily(() => new Map(referenceResultTypes().map(({ title, uses }) => [title, uses])))

export const fixedVocabulary = {
  articles: (row: { codex: string; article_number: string; part: string }): boolean =>
    articles().has([row.codex, row.article_number, row.part].join(gap)),
  event_types: ({ title }: { title: string }): boolean => eventTypes().has(title),
  defence_params: ({ key, value }: { key: string; value: string }): boolean => defenceParams().has(key + gap + value),
  /** Listed for this codex and instance, if given. */
  result_types: ({ title }: { title: string }, { type, stage }: Use = {}): boolean =>
    resultTypes()
      .get(title)
      ?.some(use => (type ?? use.type) === use.type && (stage ?? use.stage) === use.stage) === true,
}

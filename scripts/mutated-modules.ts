/**
 * What `npm run mutate` mutates, by module, and the tests that must kill the mutants, in the order in which they run:
 * narrow ones, so that a module takes minutes. `database`: its tests need PostgreSQL.
 */
export type MutatedModule = { files: readonly string[]; tests: readonly string[]; database?: true }

export const mutatedModules: Readonly<Record<string, MutatedModule>> = {
  wire: {
    files: ['shared/filters/wire.ts', 'shared/filters/wire-kinds.ts', 'shared/filters/stored-params.ts'],
    tests: ['shared/filters/wire.test.ts', 'shared/filters/stored-params.test.ts'],
  },
  clocks: {
    files: [
      'server/defendants/risk/clocks.ts',
      'server/defendants/risk/case-standing.ts',
      'shared/domain/repeat-rule.ts',
      'shared/domain/deadlines/complaint-end.ts',
      'shared/domain/deadlines/legal-term.ts',
      'shared/domain/relative-dates.ts',
    ],
    tests: [
      'server/defendants/risk/clocks.test.ts',
      'server/defendants/risk/case-standing.test.ts',
      'shared/domain/deadlines/legal-terms.test.ts',
      'shared/domain/relative-dates.test.ts',
      'shared/domain/repeat-rules.test.ts',
    ],
  },
  deadlines: {
    files: [
      'shared/domain/deadlines/deadlines-of.ts',
      'shared/domain/deadlines/koap-deadlines.ts',
      'shared/domain/deadlines/criminal-deadlines.ts',
      'shared/domain/deadlines/limitation.ts',
      'shared/domain/deadlines/review-deadlines.ts',
      'shared/domain/deadlines/custody.ts',
      'shared/domain/in-force.ts',
    ],
    tests: [
      'shared/domain/deadlines/deadlines-of.test.ts',
      'shared/domain/deadlines/doubtful-deadlines.test.ts',
      'shared/domain/deadlines/edges-of-deadlines.test.ts',
      'shared/domain/deadlines/custody.test.ts',
    ],
  },
  news: { files: ['server/ingest/news.ts'], tests: ['server/ingest/news.test.ts'] },
  outcome: {
    files: ['server/texts/outcome/*.ts', '!server/texts/outcome/*.test.ts', '!server/texts/outcome/*-command.ts'],
    // Without the laws and variants, which read every labelled text many times.
    tests: [
      'server/texts/outcome/accused-names.test.ts',
      'server/texts/outcome/amounts.test.ts',
      'server/texts/outcome/articles.test.ts',
      'server/texts/outcome/attribution.test.ts',
      'server/texts/outcome/clauses.test.ts',
      'server/texts/outcome/decision-context.test.ts',
      'server/texts/outcome/endings.test.ts',
      'server/texts/outcome/names.test.ts',
      'server/texts/outcome/normalize-text.test.ts',
      'server/texts/outcome/numerals.test.ts',
      'server/texts/outcome/operative-sentences.test.ts',
      'server/texts/outcome/person-penalties.test.ts',
      'server/texts/outcome/person-verdict.test.ts',
      'server/texts/outcome/procedural-sentences.test.ts',
      'server/texts/outcome/read-outcome.test.ts',
      'server/texts/outcome/read-penalties.test.ts',
      'server/texts/outcome/sentences.test.ts',
      'server/texts/outcome/without-operative-part.test.ts',
    ],
  },
  cards: {
    files: [
      'server/collectors/card-*.ts',
      '!server/collectors/card-task.ts',
      '!server/collectors/*.test.ts',
      'server/collectors/cell-moment.ts',
      'server/collectors/site-dates.ts',
      'server/collectors/mos-gorsud-card.ts',
      'server/collectors/mos-gorsud-case.ts',
      'server/collectors/mos-gorsud-list.ts',
      'server/collectors/mirsud-spb.ts',
      'server/collectors/msudrf.ts',
      'server/collectors/sudrf-answers.ts',
      'server/collectors/sudrf-lawcase.ts',
      'server/collectors/sudrf-list.ts',
      'server/collectors/sudrf-tabs.ts',
    ],
    tests: [
      'server/collectors/cell-moment.test.ts',
      'server/collectors/card-case.test.ts',
      'server/collectors/card-tables.test.ts',
      'server/collectors/sudrf-card.test.ts',
      'server/collectors/sudrf-list.test.ts',
      'server/collectors/sudrf-lawcase.test.ts',
      'server/collectors/msudrf.test.ts',
      'server/collectors/mos-gorsud.test.ts',
      'server/collectors/mirsud-spb.test.ts',
      'server/collectors/turned-tables.test.ts',
      'server/collectors/card-variants.test.ts',
    ],
  },
  predicates: {
    files: [
      'server/cases/predicates.ts',
      'server/cases/filter-kinds.ts',
      'server/cases/schedule.ts',
      'shared/filters/measured-kinds.ts',
    ],
    tests: ['server/cases/predicates.test.ts', 'server/subscriptions/conditions.test.ts'],
  },
  matcher: {
    files: ['server/subscriptions/conditions.ts', 'server/subscriptions/inverted-index.ts'],
    tests: ['server/subscriptions/conditions.test.ts'],
  },
  links: {
    files: [
      'server/links/clues.ts',
      'server/links/judge-links.ts',
      'server/links/person-time.ts',
      'server/links/sides.ts',
      'server/links/link-cases.ts',
    ],
    tests: [
      'server/links/clues.test.ts',
      'server/links/judge-links.test.ts',
      'server/links/person-time.test.ts',
      'server/links/link-cases.test.ts',
      'server/links/in-question.test.ts',
    ],
    database: true,
  },
  people: {
    files: [
      'server/names/person-name.ts',
      'server/defendants/resolve/name-parts.ts',
      'server/defendants/resolve/compare-names.ts',
      'server/defendants/resolve/score-pair.ts',
      'server/defendants/resolve/judge-pairs.ts',
    ],
    tests: [
      'server/names/person-name.test.ts',
      'server/defendants/resolve/names.test.ts',
      'server/defendants/resolve/judge-pairs.test.ts',
    ],
  },
  matches: {
    files: ['server/subscriptions/find-matches.ts', 'server/subscriptions/case-traits.ts'],
    tests: ['server/subscriptions/find-matches.test.ts'],
    database: true,
  },
  access: {
    files: [
      'server/http/auth.ts',
      'server/accounts/sessions.ts',
      'server/accounts/access-tokens.ts',
      'shared/domain/permissions.ts',
    ],
    tests: ['server/accounts/sessions.test.ts', 'server/http/auth.test.ts'],
    database: true,
  },
  ingest: {
    files: [
      'server/ingest/ingest.ts',
      'server/ingest/write-cases.ts',
      'server/ingest/write-children.ts',
      'server/ingest/case-changes.ts',
      'server/ingest/write-case-batch.ts',
      'server/ingest/written-case.ts',
    ],
    tests: [
      'server/ingest/case-changes.test.ts',
      'server/ingest/written-case.test.ts',
      'server/ingest/written-rows.test.ts',
      'server/ingest/known-sources.test.ts',
      'server/ingest/write-case-batch.test.ts',
    ],
    database: true,
  },
  copy: {
    files: [
      'server/replica/follow.ts',
      'server/replica/row-sets.ts',
      'server/replica/checkpoint.ts',
      'server/replica/change-set.ts',
      'server/replica/cluster.ts',
    ],
    tests: ['server/replica/catch-up.test.ts'],
    database: true,
  },
}

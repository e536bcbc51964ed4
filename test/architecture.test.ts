import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

type Rule = { from: RegExp; may: readonly RegExp[] }
/** A folder of the server imports itself, the database, shared code, packages, and these folders and files of the server. */
const folder = (name: string, ...may: readonly string[]): Rule => ({
  from: new RegExp(`^server/${name}/`),
  may: [new RegExp(`^server/(${[name, 'db', ...may].join('|')})(/|\\.ts$)`), /^shared\//, /^package:/],
})

/**
 * Who may import whom (design §3), deny by default. A source file matches the first row whose `from` fits; each of its
 * imports must fit one of the row's `may`. A folder that no row names may import nothing.
 */
const rules: readonly Rule[] = [
  // The product and the stand-alone page verify timestamps with the same code.
  { from: /^shared\/evidence\//, may: [/^shared\//, /^package:(zod|pkijs|asn1js)$/] },
  { from: /^shared\//, may: [/^shared\//, /^package:zod$/] },

  // Entry points: they assemble everything, and nothing imports them.
  { from: /^server\/cli\.ts$/, may: [/^server\//, /^bench\//, /^shared\//, /^package:/] },
  {
    // Whoever runs jobs imports all features; whoever queues one knows only its name (server/jobs).
    from: /^server\/(main|worker|app|env(?:-variables)?|job-handlers|job-thread|reread-after-update)\.ts$/,
    may: [/^server\//, /^shared\//, /^package:/],
  },
  { from: /^server\/db\//, may: [/^server\/(db\/|env\.ts)/, /^shared\//, /^package:/] },
  // Converts bytes to text, for any caller.
  { from: /^server\/files\//, may: [/^server\/files\//, /^shared\//, /^package:/] },
  // Requests to addresses that people and pages give.
  { from: /^server\/outgoing\//, may: [/^server\/outgoing\//, /^package:/] },
  // Routes receive the engines and the messenger as arguments: they import only the types.
  folder('http', 'accounts|outgoing', '(cases/engine/engine|messenger/telegram)'),
  // The copy has SQL of its own for cases, and filters mean the same there as in PostgreSQL.
  folder('replica', 'http', 'cases/(case-query|engine/(case-set|engine)|facet-batches|filter-kinds|predicates)'),
  // There is one way to read names of people.
  { from: /^server\/names\//, may: [/^server\/names\//, /^shared\//] },
  folder(
    'collectors',
    'files|ingest|journal|names|outgoing',
    '(env|forgetting/(ingest-door|mask-pages)|operations/program-arguments|texts/stored-texts)',
  ),
  folder('demo', 'ingest'),
  folder('ingest', 'journal|names|files|texts', 'links/(link-cases|in-question)', 'forgetting/ingest-door'),
  // Forgotten people are masked when records, texts and people are written and read.
  folder(
    'forgetting',
    'http|names|files',
    'ingest/(canonical-record|case-record|prepare-case|written-case)',
    'texts/(stored-texts|text-index|word-forms)',
    'links/clues',
    'journal/write-entries',
    'defendants/resolve/(name-parts|name-use)',
    'jobs/send-job',
  ),
  // States of cases are complete records, with wording.
  folder(
    'journal',
    'http',
    'ingest/(case-record|canonical-record|penalty-owners)',
    'cases/(asked-values|case-query|case-rows|predicates|present-case|engine/(at-day|engine))',
    '(exports/csv|texts/(stored-texts|text-search))',
  ),
  // A package consists of a case's journal and the saved pages of the case.
  folder(
    'evidence',
    'http|jobs|outgoing',
    'collectors/(open-page|pages/keep-page)',
    'journal/(carried-states|read-entries)',
    'cases/case-query',
  ),
  // The base query compiles every kind of filter, including words.
  folder('cases', 'http', 'journal/read-entries', 'texts/(text-search|found-cases|find-hits|relevance)'),
  folder('defendants/resolve', 'names', 'http'),
  // Common names are common everywhere.
  folder(
    'links',
    'http',
    'cases/(annulled|case-query|predicates|shown-case)',
    'names',
    'defendants/resolve/common-names',
  ),
  // The arguments of a job.
  folder('jobs', '(http/feature|messenger/telegram|collectors/collect-jobs)'),
  // A file of cases is the list of cases with their outcomes, and describes its filters as a preset does.
  folder(
    'exports',
    'http|jobs|messenger|outgoing',
    // Whether the account that requested the file may still sign in.
    'accounts/sessions',
    'cases/(annulled|case-query|predicates|asked-values|ranked-cases|engine/(at-day|engine|plan|postgresql|run))',
    // A file is named after the set of its filters.
    'saved/(readable|checked-filters|preset-rows)',
    'texts/(stored-texts|text-search)',
  ),
  // A subscription is a set of filters matched against a few cases, and words match there as in a search.
  folder(
    'subscriptions',
    'http|jobs|outgoing',
    'cases/(case-query|filter-kinds|predicates|asked-values|readable-names|engine/(at-day|engine|postgresql|run))',
    'saved/(readable|checked-filters)',
    // A change that matches a row of a watch list is news for its set.
    'watching/(match-rows|search-rows|maintain-watch-lists)',
    'texts/(text-search|read-expression|expression)',
    // A digest is read from the journal and from the base as of a day.
    'journal/(changes-between|change-words|read-entries)',
    // A button under a message adds a case to favourites as a list does; a subscription to favourites tells their
    // number.
    'favourites/favourites',
    'messenger/telegram',
  ),
  // What subscriptions have reported, and the journal entries for it.
  folder(
    'today',
    'http',
    'cases/(case-query|predicates)',
    'sets/sets',
    'journal/(changes-between|read-entries)',
    'subscriptions/(case-snapshots|digests|inbox|titles)',
    'tables/find-meant-cases',
  ),
  // Saved filters contain ids of tags and must follow a tag that is merged into another.
  folder(
    'tags',
    'tables|http',
    'cases/(case-query|occurring-values|predicates|engine/engine)',
    'saved/checked-filters',
  ),
  // The search box asks each feature for its suggestions.
  folder(
    'search',
    'http|names',
    'cases/(case-query|filter-kinds|list-cases|occurring-values|predicates|shown-case|engine/(at-day|engine|run))',
    'defendants/(appearances|namesakes|person-rows|present-person)',
    'directories/article-search',
    '(sets/sets|saved/(checked-filters|preset-rows))',
    'texts/(find-hits|text-search|words)',
  ),
  // A set is filled by filters as a list is, joined by a link with a sign-in, imported from tables and exported to
  // them.
  folder(
    'sets',
    'tables|http|files',
    // Rows of a cancelled import are no longer watched, and the remaining rows are matched again without it.
    'watching/(search-rows|unwatch)',
    // A file of a set has the columns of a file of cases and its own.
    'exports/(about-export|case-values|docx|file-name|settings|xlsx|zip)',
    'cases/(asked-values|case-query|list-cases|predicates|engine/(at-day|engine|run))',
    'accounts/sessions',
    // A list for a filing names the filters that narrowed it.
    'saved/(checked-filters|readable)',
    'texts/text-search',
  ),
  // A watch list compares names as resolving people does, and tells which courts were collected.
  folder(
    'watching',
    'sets|http|names|tables',
    'cases/(case-query|predicates)',
    'collecting/courts-read',
    'defendants/resolve/(compare-names|name-parts|name-use)',
    'search/name-beginnings',
  ),
  // The state of collectors in the database, over HTTP; pages are not read here.
  folder(
    'collecting',
    'http',
    'cases/(case-query|predicates|asked-values)',
    'collectors/(captcha|court-checks|refresh-case)',
    'jobs/send-job',
  ),
  // Statistics are counted over the list, and explain words that cannot be searched as the list does.
  folder(
    'statistics',
    'http',
    'cases/(annulled|case-query|predicates|asked-values|engine/(at-day|engine|run))',
    'texts/text-search',
    // Tables as files; their saved filters are described as those of a preset and shared by links in the same way.
    'exports/(csv|xlsx)',
    'saved/(readable|checked-filters|links)',
    // Printed figures state the coverage of courts.
    'collecting/(coverage|map-regions)',
  ),
  // Statements on custody in cards and decisions are read as penalties are, by the reader of texts, and attributed to
  // the accused by name.
  folder('deadlines', 'http', 'cases/(annulled|case-query|predicates)', 'ingest/penalty-owners', 'texts/facts/custody'),
  // A feature may import itself, the database, the HTTP layer, and the base query with its values.
  {
    from: /^server\/(?<own>\w+)\//,
    may: [
      /^server\/(db|http)\//,
      /^server\/cases\/(annulled|case-query|predicates|asked-values|occurring-values|readable-names|shown-case|engine\/(at-day|case-set|engine|postgresql|run))\.ts$/,
      /^server\/files\//,
      // The name as a key of a person.
      /^server\/names\/person-name\.ts$/,
      // A table as a file, of any content.
      /^server\/exports\/csv\.ts$/,
      /^server\/jobs\/(send-job|job-kinds)\.ts$/,
      /^server\/messenger\/telegram\.ts$/,
      /^server\/<own>\//,
      /^shared\//,
      /^package:/,
    ],
  },

  { from: /^web\/(first\.ts|main\.tsx|router\.tsx|routes\/)/, may: [/^web\//, /^shared\//, /^package:/] },
  { from: /^web\/ui\//, may: [/^web\/ui\//, /^package:(react|react-dom|@mantine\/|dayjs\/locale\/)/] },
  { from: /^web\/api\//, may: [/^web\/api\//, /^shared\//, /^package:(@tanstack\/react-query|zod)/] },
  {
    from: /^web\/filters\//,
    may: [/^web\/(filters|api|ui)\//, /^shared\//, /^package:(react|zod|@tanstack\/|@mantine\/hooks$)/],
  },
  // A stand-alone page that must work without the product.
  { from: /^web\/verifier\//, may: [/^shared\/evidence\//, /^package:(@noble\/hashes\/|fflate$)/] },
  {
    from: /^web\/manual\//,
    may: [/^web\/(manual|ui)\//, /^shared\//, /^package:(marked$|react|@tanstack\/react-router)/],
  },
  {
    from: /^web\/statistics\/(chart-(drawing|options)|table-chart-option)\.ts$/,
    may: [/^web\/(statistics|ui|api|filters)\//, /^shared\//, /^package:echarts\//],
  },
  // A set is shown with the components of lists, people and charts.
  {
    from: /^web\/sets\//,
    may: [
      /^web\/(sets|cases|defendants|statistics|tags|ui|api|filters)\//,
      /^shared\//,
      /^package:(react|@tanstack\/)/,
    ],
  },
  {
    from: /^web\/(?<own>\w+)\//,
    may: [
      /^web\/(ui|api|filters)\//,
      // The header of every page opens the search box, which knows the header's menu.
      /^web\/search\/(search-box\.tsx|early-letters\.ts)$/,
      /^web\/layout\/(menu-items|own-menu)\.tsx?$/,
      // Deadlines are shown on the page of a case and among upcoming events.
      /^web\/deadlines\/(case-deadlines|deadline-row)\.tsx$/,
      // A case shows its tags wherever it is shown, and they are edited there.
      /^web\/tags\/(case-tags|tag-button|tag-dialog)\.tsx$/,
      // Cases are added to sets wherever they are shown, and read there in the order of a set.
      /^web\/sets\/(set-picker|queue-bar|picked-status)\.tsx$/,
      /^web\/<own>\//,
      /^shared\//,
      /^package:(react|react-dom|@tanstack\/|@mantine\/hooks$)/,
    ],
  },

  { from: /^bench\//, may: [/^bench\//, /^server\//, /^shared\//, /^package:/] },
]

const sources = globSync('{shared,server,web,bench}/**/*.{ts,tsx}').filter(
  file => !/\.(test|e2e)\.tsx?$|\.d\.ts$/.test(file),
)
const scripts = globSync('scripts/**/*.ts')
const testSupport = globSync('test/**/*.{ts,tsx}').filter(file => !/\.(test|e2e)\.tsx?$/.test(file))
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^|\n)\s*(?:import|export)[^'"]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g,
    ),
  ].map(found => found[1] ?? found[2] ?? found[3] ?? '')
/** A path from the root of the package, or `package:name`; styles and raw assets are part of their importer. */
const resolved = (file: string, specifier: string): string =>
  specifier.startsWith('.')
    ? normalize(join(dirname(file), specifier))
    : specifier.startsWith('#')
      ? specifier.slice(1)
      : `package:${specifier}`

const fits = (rule: Rule, file: string, target: string): boolean => {
  const own = rule.from.exec(file)?.groups?.own ?? ''
  return rule.may.some(allowed => new RegExp(allowed.source.replace('<own>', own)).test(target))
}

/** Background work runs as jobs (server/jobs). These timers wait for something else, or limit a wait. */
const timers: Readonly<Record<string, string>> = {
  'server/accounts/password-rules.ts': 'lets a dictionary of megabytes go that nobody needs any more',
  'server/collectors/': 'a job that waits for its turn at a host, between two requests',
  'server/db/': 'waits for PostgreSQL to start, stop or finish, and before a retry',
  'server/demo/load-aside.ts': 'timeout of shutdown',
  'server/exports/object-removal.ts': 'timeout of the check at start',
  'server/files/read-file-in-thread.ts': 'timeout of reading a file',
  'server/http/downloads.ts': 'timeout of a download that nobody takes',
  'server/http/own-writes.ts': 'timeout of waiting for the copy',
  'server/http/deadline.ts': 'the deadline of an answer',
  'server/http/idempotency.ts': 'renews the lease of an act while it is being done',
  'server/jobs/start-jobs.ts': 'timeout of shutdown',
  'server/main.ts': 'timeout of shutdown',
  'server/messenger/': 'long polling of the bot; timeout of shutdown',
  'server/outgoing/object-store.ts': 'before a request is repeated',
  'server/replica/': 'the copy is in the memory of this process, and follows for it alone',
  'server/search/kept-directory.ts': 'timeout of waiting for a directory that is being read for all',
  'server/tables/read-table.ts': 'timeout of reading a file',
  'server/today/streams.ts': 'heartbeat of the connections of this process',
  'server/worker.ts': 'timeout of shutdown',
  'server/texts/spread/': 'waits before it asks for a lock again',
}

describe('the layout of the code (design §3)', () => {
  it.each(sources)('%s imports only what it may', file => {
    const rule = rules.find(({ from }) => from.test(file))
    const targets = importsOf(file).map(specifier => resolved(file, specifier))
    expect(targets.filter(target => rule === undefined || !fits(rule, file, target))).toEqual([])
  })
  it('has no catch-all files', () =>
    expect(
      sources.filter(file => /(^|\/)(index|utils?|helpers?|common|misc|types)\.tsx?$/.test(relative('.', file))),
    ).toEqual([]))
  it('keeps shared code free of browser and Node APIs', () =>
    expect(
      sources
        .filter(file => file.startsWith('shared/'))
        .filter(file =>
          /(?<!-)\b(document|window|process|Buffer|localStorage)\b\s*[.(]/.test(readFileSync(file, 'utf8')),
        ),
    ).toEqual([]))
  it('fetches code that comes later in the one way that outlives an outage', () => {
    // Requests that start early; the page repeats those that fail.
    const pages = sources.filter(file => file.startsWith('web/') && file !== 'web/first.ts')
    const all = pages.flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => /(?<!typeof )\bimport\(/.test(line))
        .map(line => `${file}: ${line.trim()}`),
    )
    expect(all.length).toBeGreaterThan(30)
    expect(
      all.filter(line => !/(?:loadChunk|lazyPart|lazyPage)\(\(\) => import\(|const caseListPage = /.test(line)),
    ).toEqual([])
  })
  it('starts no timer on the server but where something is waited for', () => {
    const starting = sources
      .filter(file => file.startsWith('server/'))
      .filter(file => /\bset(Timeout|Interval)\b/.test(readFileSync(file, 'utf8')))
    const unlisted = starting.filter(file => !Object.keys(timers).some(listed => file.startsWith(listed)))
    const idle = Object.keys(timers).filter(listed => !starting.some(file => file.startsWith(listed)))
    expect({ unlisted, idle }).toEqual({ unlisted: [], idle: [] })
  })
})

/** Names that a file declares and exports. */
const exportedNames = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^export (?:default )?(?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm,
    ),
  ].map(([, name = '']) => name)
/** The same for `sets/${id}/items/` and `/sets/:id/items/`. */
const pathShape = (path: string): string => path.replace(/^\//, '').replace(/\$\{\w+\}|:\w+/g, ':')
/** The body of each route, by method and path. */
const routeBodies = new Map(
  globSync('server/**/*routes.ts').flatMap(file =>
    readFileSync(file, 'utf8')
      .split(/\bapp\.(?=(?:get|post|put|patch|delete)\()/)
      .slice(1)
      .map(route => {
        const [, method = '', path = ''] = /^(\w+)\(\s*'([^']+)'/.exec(route) ?? []
        return [`${method.toUpperCase()} ${pathShape(path)}`, route] as const
      }),
  ),
)

describe('exported names', () => {
  const declared = [...sources, ...scripts, ...testSupport]
    .filter(file => !file.includes('/migrations/'))
    .flatMap(file => [...new Set(exportedNames(file))].map(name => ({ name, file })))
  /** A call in the web and the function that its route calls are one act, so they share its name. */
  const isCallOf = (name: string, [caller, called, ...more]: readonly string[]): boolean => {
    if (!caller?.startsWith('web/api/') || !called?.startsWith('server/') || more.length > 0) return false
    const call = readFileSync(caller, 'utf8').split(new RegExp(`^export (?:const|async function) ${name}\\b`, 'm'))[1]
    const [own = ''] = call?.split(/^export /m) ?? []
    const path = /['`]([\w-]+\/[^'`]*)['`]/.exec(own)?.[1] ?? ''
    const method = /method: '(\w+)'/.exec(own)?.[1] ?? (/\bremove\(/.test(own) ? 'DELETE' : 'GET')
    return new RegExp(`\\b${name}\\(`).test(routeBodies.get(`${method} ${pathShape(path)}`) ?? '')
  }
  it('mean one thing each in the whole code base', () =>
    expect(
      [...Map.groupBy(declared, ({ name }) => name)].flatMap(([name, all]) => {
        const files = all.map(({ file }) => file).sort((a, b) => Number(a < b) - Number(a > b))
        return files.length === 1 || isCallOf(name, files) ? [] : [`${name}: ${files.join(', ')}`]
      }),
    ).toEqual([]))
  const withoutComments = (text: string): string => text.replace(/(?<=^|[\s({])(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '')
  it('are read by another file each', () => {
    const filesWith = new Map<string, number>()
    for (const file of globSync('{shared,server,web,bench,scripts,test}/**/*.{ts,tsx}'))
      for (const word of new Set(withoutComments(readFileSync(file, 'utf8')).match(/\w+/g)))
        filesWith.set(word, (filesWith.get(word) ?? 0) + 1)
    // Vitest calls it by its name.
    expect(declared.filter(({ name }) => filesWith.get(name) === 1 && name !== 'setup')).toEqual([])
  })
})

it('has no class of a css module that no importer names', () => {
  const importers = globSync('web/**/*.{ts,tsx}').map(file => {
    const text = readFileSync(file, 'utf8')
    return { text, styles: importsOf(file).map(specifier => resolved(file, specifier)) }
  })
  const unnamed = globSync('web/**/*.module.css').flatMap(file => {
    const classes = readFileSync(file, 'utf8')
      .replace(/:global\([^)]*\)|\/\*[\s\S]*?\*\//g, '')
      .match(/(?<=\.)[a-z][\w-]*/gi)
    const named = importers.filter(({ styles }) => styles.includes(file)).map(({ text }) => text)
    return [...new Set(classes)]
      .filter(name => !named.some(text => new RegExp(`\\b${name}\\b`).test(text)))
      .map(name => `${file}: ${name}`)
  })
  expect(unnamed).toEqual([])
})

describe('imports', () => {
  const graph = new Map(
    sources.map(file => [
      file,
      importsOf(file)
        .map(specifier => resolved(file, specifier))
        .filter(target => sources.includes(target)),
    ]),
  )
  /** Depth-first search; a file that leads back to itself closes a circle. */
  const circleFrom = (file: string, path: readonly string[], done: Set<string>): readonly string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const next of graph.get(file) ?? []) {
      const circle = circleFrom(next, [...path, file], done)
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  it('have no circles', () => {
    const done = new Set<string>()
    expect(sources.map(file => circleFrom(file, [], done)).filter(circle => circle.length > 0)).toEqual([])
  })
  it('of what answers the first page bring nothing that pages can do without (design §14)', () => {
    const atOnce = (file: string): string[] =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:import(?! type)\b[^'"]*?|export [{*][^'"]*? from )'([^']+)'/gm)].map(
        ([, specifier = '']) => resolved(file, specifier),
      )
    const loaded = new Set(['server/cli.ts', 'server/main.ts', 'server/app.ts'])
    for (const file of loaded) if (sources.includes(file)) for (const next of atOnce(file)) loaded.add(next)
    expect(loaded).toContain('server/cases/routes.ts')
    const later =
      /^server\/(demo|worker|ingest\/importers|texts\/(outcome|facts))\b|^server\/db\/migrations|^package:(dictionary-ru|@zxcvbn|mammoth|@duckdb|grammy|nodemailer|pg-boss|pkijs)/
    expect([...loaded].filter(file => later.test(file))).toEqual([])
  })
})

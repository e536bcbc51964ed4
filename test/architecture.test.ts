import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Who may import whom (design §3), deny by default. A source file matches the first row whose `from` fits; each of its
 * imports must fit one of the row's `may`. A folder that no row names may import nothing.
 */
const rules: readonly { from: RegExp; may: readonly RegExp[] }[] = [
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
  {
    from: /^server\/http\//,
    may: [
      /^server\/(db|http|accounts|outgoing)\//,
      /^server\/(cases\/engine\/engine|messenger\/telegram)\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // The copy has SQL of its own for cases, and filters mean the same there as in PostgreSQL.
  {
    from: /^server\/replica\//,
    may: [
      /^server\/(replica|db|http)\//,
      /^server\/cases\/(case-query|engine\/(case-set|engine)|facet-batches|filter-kinds|predicates)\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // There is one way to read names of people.
  { from: /^server\/names\//, may: [/^server\/names\//, /^shared\//] },
  {
    from: /^server\/collectors\//,
    may: [
      /^server\/(collectors|files|ingest|journal|names|db|outgoing)\//,
      /^server\/(env|forgetting\/(ingest-door|mask-pages)|operations\/program-arguments|texts\/stored-texts)\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  { from: /^server\/demo\//, may: [/^server\/(demo|ingest|db)\//, /^shared\//, /^package:/] },
  {
    from: /^server\/ingest\//,
    may: [
      /^server\/(ingest|journal|names|db|files|texts)\//,
      /^server\/links\/(link-cases|in-question)\.ts$/,
      /^server\/forgetting\/ingest-door\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // Forgotten people are masked when records, texts and people are written and read.
  {
    from: /^server\/forgetting\//,
    may: [
      /^server\/(forgetting|db|http|names|files)\//,
      /^server\/ingest\/(canonical-record|case-record|prepare-case|written-case)\.ts$/,
      /^server\/texts\/(stored-texts|text-index|word-forms)\.ts$/,
      /^server\/links\/clues\.ts$/,
      /^server\/journal\/write-entries\.ts$/,
      /^server\/defendants\/resolve\/(name-parts|name-use)\.ts$/,
      /^server\/jobs\/send-job\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // States of cases are complete records, with wording.
  {
    from: /^server\/journal\//,
    may: [
      /^server\/(journal|db|http)\//,
      /^server\/ingest\/(case-record|canonical-record|penalty-owners)\.ts$/,
      /^server\/cases\/(asked-values|case-query|case-rows|predicates|present-case|engine\/(at-day|engine))\.ts$/,
      /^server\/(exports\/csv|texts\/(stored-texts|text-search))\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // A package consists of a case's journal and the saved pages of the case.
  {
    from: /^server\/evidence\//,
    may: [
      /^server\/(evidence|db|http|jobs|outgoing)\//,
      /^server\/collectors\/(open-page|pages\/keep-page)\.ts$/,
      /^server\/journal\/(carried-states|read-entries)\.ts$/,
      /^server\/cases\/case-query\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // The base query compiles every kind of filter, including words.
  {
    from: /^server\/cases\//,
    may: [
      /^server\/(cases|db|http)\//,
      /^server\/journal\/read-entries\.ts$/,
      /^server\/texts\/(text-search|found-cases|find-hits|relevance)\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  {
    from: /^server\/defendants\/resolve\//,
    may: [/^server\/(db|defendants\/resolve)\//, /^server\/names\//, /^server\/http\//, /^shared\//, /^package:/],
  },
  // Common names are common everywhere.
  {
    from: /^server\/links\//,
    may: [
      /^server\/(links|db|http)\//,
      /^server\/cases\/(annulled|case-query|predicates|shown-case)\.ts$/,
      /^server\/names\//,
      /^server\/defendants\/resolve\/common-names\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // The arguments of a job.
  {
    from: /^server\/jobs\//,
    may: [
      /^server\/(jobs|db)\//,
      /^server\/(http\/feature|messenger\/telegram|collectors\/collect-jobs)\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // A file of cases is the list of cases with their outcomes, and describes its filters as a preset does.
  {
    from: /^server\/exports\//,
    may: [
      /^server\/(exports|db|http|jobs|messenger|outgoing)\//,
      // Whether the account that requested the file may still sign in.
      /^server\/accounts\/sessions\.ts$/,
      /^server\/cases\/(annulled|case-query|predicates|asked-values|ranked-cases|engine\/(at-day|engine|plan|postgresql|run))\.ts$/,
      // A file is named after the set of its filters.
      /^server\/saved\/(readable|checked-filters|preset-rows)\.ts$/,
      /^server\/texts\/(stored-texts|text-search)\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // A subscription is a set of filters matched against a few cases, and words match there as in a search.
  {
    from: /^server\/subscriptions\//,
    may: [
      /^server\/(subscriptions|db|http|jobs|outgoing)\//,
      /^server\/cases\/(case-query|filter-kinds|predicates|asked-values|readable-names|engine\/(at-day|engine|postgresql|run))\.ts$/,
      /^server\/saved\/(readable|checked-filters)\.ts$/,
      // A change that matches a row of a watch list is news for its set.
      /^server\/watching\/(match-rows|search-rows|maintain-watch-lists)\.ts$/,
      /^server\/texts\/(text-search|read-expression|expression)\.ts$/,
      // A digest is read from the journal and from the base as of a day.
      /^server\/journal\/(changes-between|change-words|read-entries)\.ts$/,
      // A button under a message adds a case to favourites as a list does; a subscription to favourites tells their
      // number.
      /^server\/favourites\/favourites\.ts$/,
      /^server\/messenger\/telegram\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // What subscriptions have reported, and the journal entries for it.
  {
    from: /^server\/today\//,
    may: [
      /^server\/(today|db|http)\//,
      /^server\/cases\/(case-query|predicates)\.ts$/,
      /^server\/sets\/sets\.ts$/,
      /^server\/journal\/(changes-between|read-entries)\.ts$/,
      /^server\/subscriptions\/(case-snapshots|digests|inbox|titles)\.ts$/,
      /^server\/tables\/find-meant-cases\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // Saved filters contain ids of tags and must follow a tag that is merged into another.
  {
    from: /^server\/tags\//,
    may: [
      /^server\/(tags|tables|db|http)\//,
      /^server\/cases\/(case-query|occurring-values|predicates|engine\/engine)\.ts$/,
      /^server\/saved\/checked-filters\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // The search box asks each feature for its suggestions.
  {
    from: /^server\/search\//,
    may: [
      /^server\/(search|db|http|names)\//,
      /^server\/cases\/(case-query|filter-kinds|list-cases|occurring-values|predicates|shown-case|engine\/(at-day|engine|run))\.ts$/,
      /^server\/defendants\/(appearances|namesakes|person-rows|present-person)\.ts$/,
      /^server\/directories\/article-search\.ts$/,
      /^server\/(sets\/sets|saved\/(checked-filters|preset-rows))\.ts$/,
      /^server\/texts\/(find-hits|text-search|words)\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // A set is filled by filters as a list is, joined by a link with a sign-in, imported from tables and exported to
  // them.
  {
    from: /^server\/sets\//,
    may: [
      /^server\/(sets|tables|db|http|files)\//,
      // Rows of a cancelled import are no longer watched, and the remaining rows are matched again without it.
      /^server\/watching\/(search-rows|unwatch)\.ts$/,
      // A file of a set has the columns of a file of cases and its own.
      /^server\/exports\/(about-export|case-values|docx|file-name|settings|xlsx|zip)\.ts$/,
      /^server\/cases\/(asked-values|case-query|list-cases|predicates|engine\/(at-day|engine|run))\.ts$/,
      /^server\/accounts\/sessions\.ts$/,
      // A list for a filing names the filters that narrowed it.
      /^server\/saved\/(checked-filters|readable)\.ts$/,
      /^server\/texts\/text-search\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // A watch list compares names as resolving people does, and tells which courts were collected.
  {
    from: /^server\/watching\//,
    may: [
      /^server\/(watching|sets|db|http|names|tables)\//,
      /^server\/cases\/(case-query|predicates)\.ts$/,
      /^server\/collecting\/courts-read\.ts$/,
      /^server\/defendants\/resolve\/(compare-names|name-parts|name-use)\.ts$/,
      /^server\/search\/name-beginnings\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // The state of collectors in the database, over HTTP; pages are not read here.
  {
    from: /^server\/collecting\//,
    may: [
      /^server\/(collecting|db|http)\//,
      /^server\/cases\/(case-query|predicates|asked-values)\.ts$/,
      /^server\/collectors\/(captcha|court-checks|refresh-case)\.ts$/,
      /^server\/jobs\/send-job\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // Statistics are counted over the list, and explain words that cannot be searched as the list does.
  {
    from: /^server\/statistics\//,
    may: [
      /^server\/(statistics|db|http)\//,
      /^server\/cases\/(annulled|case-query|predicates|asked-values|engine\/(at-day|engine|run))\.ts$/,
      /^server\/texts\/text-search\.ts$/,
      // Tables as files; their saved filters are described as those of a preset and shared by links in the same way.
      /^server\/exports\/(csv|xlsx)\.ts$/,
      /^server\/saved\/(readable|checked-filters|links)\.ts$/,
      // Printed figures state the coverage of courts.
      /^server\/collecting\/(coverage|map-regions)\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
  // Statements on custody in cards and decisions are read as penalties are, by the reader of texts, and attributed to
  // the accused by name.
  {
    from: /^server\/deadlines\//,
    may: [
      /^server\/(deadlines|db|http)\//,
      /^server\/cases\/(annulled|case-query|predicates)\.ts$/,
      /^server\/ingest\/penalty-owners\.ts$/,
      /^server\/texts\/facts\/custody\.ts$/,
      /^shared\//,
      /^package:/,
    ],
  },
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

const fits = (rule: (typeof rules)[number], file: string, target: string): boolean => {
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
  it('has no drawers', () =>
    expect(
      sources.filter(file => /(^|\/)(index|utils?|helpers?|common|misc|types)\.tsx?$/.test(relative('.', file))),
    ).toEqual([]))
  it('keeps shared free of platforms', () =>
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

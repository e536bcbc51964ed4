import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import type { BenchPart } from '../bench/bench.ts'
import { addAccountCommands } from './accounts/account-program.ts'
import { addCollectingCommands } from './collectors/collect-program.ts'
import type { WithDatabase } from './db/open-database.ts'
import { Refusal } from './db/refusal.ts'
import { addBackupCommands } from './operations/backup-program.ts'
import { explainFailure } from './operations/explain-failure.ts'
import { positiveNumber } from './operations/program-arguments.ts'
import { translateMessages } from './operations/russian-commander.ts'
import { exitCodeOf, stopSignals } from './operations/stop-signals.ts'

/** Whatever we write is its owner's alone; so is what threads and PostgreSQL write. */
process.umask(0o077)

/** Each command loads its feature when it runs. */
const note = (sentence: string): void => console.error(sentence)

const withDatabase: WithDatabase = async (work, onStop = () => undefined) => {
  const stop = stopSignals()
  void stop.asked.then(onStop)
  const [{ readEnv }, { openDatabase }] = await Promise.all([import('./env.ts'), import('./db/open-database.ts')])
  const database = await openDatabase(readEnv(), { say: note })
  try {
    if (stop.askedFor() === undefined) await Promise.race([work(database), stop.asked])
  } finally {
    await database.close(stop.askedFor() === undefined ? undefined : 0)
  }
  const signal = stop.askedFor()
  if (signal === undefined) return
  note('Прервано.')
  process.exit(exitCodeOf(signal))
}

const program = new Command('sudmonitor')
  .description('Судмонитор находит, читает и отслеживает дела российских судов.')
  .version(
    String(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version),
    '--version',
    'показать версию',
  )
  .addHelpText(
    'after',
    '\nО команде подробнее: npx sudmonitor КОМАНДА --help. Переменные окружения: docs/operations.md.',
  )

const serveAs = async (given: Readonly<Record<string, string | undefined>>): Promise<void> => {
  const stop = stopSignals()
  const [{ readEnv }, { serve }] = await Promise.all([import('./env.ts'), import('./main.ts')])
  await serve(readEnv(given), stop)
  // A connection to a frozen database would keep the process.
  process.exit()
}

program
  .command('serve')
  .description('запустить сервер')
  .option('--roles <РОЛИ>', 'что делает этот узел: web, worker, copy через запятую; без ключа — ROLES или всё')
  .action(({ roles }: { roles?: string }) => serveAs({ ...process.env, ...(roles !== undefined && { ROLES: roles }) }))

program
  .command('worker')
  .description('только выполнять задания: выгрузки, рассылки; то же, что serve --roles worker на любом свободном порту')
  .action(() => serveAs({ PORT: '0', ...process.env, ROLES: 'worker' }))

program
  .command('migrate')
  .description('привести базу данных к этой версии (сервер делает это и сам)')
  .action(() =>
    withDatabase(async ({ migrated }) =>
      console.log(migrated.length === 0 ? 'База данных уже этой версии.' : `Выполнено: ${migrated.join(', ')}.`),
    ),
  )

program
  .command('import')
  .description('загрузить дела: NDJSON Судмонитора или выгрузку реестра, можно в gzip')
  .argument('<ФАЙЛ...>', '«-» — стандартный ввод')
  .option('--strict', 'код выхода 1, если отвергнута хоть одна строка')
  .option('--rejected <ФАЙЛ>', 'куда записать отвергнутые строки с номерами и причинами')
  .action((files: string[], options: { strict?: true; rejected?: string }) =>
    withDatabase(async ({ db, url }) => {
      const { importCommand } = await import('./ingest/importers/import-command.ts')
      await importCommand(db, files, { strict: options.strict === true, rejectedPath: options.rejected, url })
    }),
  )

program
  .command('read-outcome')
  .description(
    'прочитать исход дела в решениях: текст в любой кодировке, doc, docx, rtf, html, pdf; строка JSON на файл',
  )
  .argument('[ФАЙЛ...]', 'файлы решений; «-» — стандартный ввод')
  .option('--all', 'вместо файлов перечитать тексты базы данных, которых эта версия ещё не читала')
  .action(async (files: string[], options: { all?: true }) => {
    if ((options.all === true) === files.length > 0) throw new Refusal('Назовите файлы или ключ --all: одно из двух.')
    if (options.all)
      return withDatabase(async ({ db }) => {
        const { rereadCommand } = await import('./ingest/reread-texts.ts')
        await rereadCommand(db)
      })
    const { readOutcomeCommand } = await import('./texts/outcome/read-outcome-command.ts')
    await readOutcomeCommand(files)
  })

addCollectingCommands(program, withDatabase)

program
  .command('verify')
  .description('проверить пакет доказательств; код выхода 1, если он изменён')
  .argument('<ФАЙЛ>', 'пакет: файл .zip')
  .option('--sha256 <ХЕШ>', 'SHA-256, который назвали отдельно от файла: тот ли это файл')
  .action(async (file: string, options: { sha256?: string }) => {
    const { verifyCommand } = await import('./evidence/verify-command.ts')
    await verifyCommand(file, options.sha256)
  })

program
  .command('people')
  .description('найти одно лицо в разных делах (сервер делает это и сам) и сказать, на чём это основано')
  .option('--report', 'показать пятьдесят объединений наугад')
  .option('--again', 'начать с первого дела; решённое людьми остаётся')
  .action((options: { report?: true; again?: true }) =>
    withDatabase(async ({ db }) => {
      const [{ splitAllPeople }, { peopleCommand }] = await Promise.all([
        import('./ingest/split-people.ts'),
        import('./defendants/resolve/people-command.ts'),
      ])
      await splitAllPeople(db)
      await peopleCommand(db, options)
    }),
  )

program
  .command('demo')
  .description('загрузить демонстрационные дела вместо прежних или удалить их')
  .option('--cases <N>', 'сколько дел; без ключа — 20\u00a0000', positiveNumber)
  .option('--remove', 'удалить')
  .action((options: { cases?: number; remove?: true }) =>
    withDatabase(async ({ db }) => {
      const { demoCommand } = await import('./demo/load.ts')
      await demoCommand(db, options)
    }),
  )

program
  .command('copy')
  .description('записать столбцовую копию дел в файл: узлы, у которых её нет, начнут с него, а не с чтения всей базы')
  .requiredOption('--snapshot <ФАЙЛ>', 'его кладут узлу как DATA_DIR/replica/seed.duckdb в течение двух часов')
  .action(({ snapshot }: { snapshot: string }) =>
    withDatabase(async ({ url }) => {
      const [{ readEnv }, { writeSnapshot }] = await Promise.all([import('./env.ts'), import('./replica/snapshot.ts')])
      console.log(`Записано: ${await writeSnapshot(url, snapshot, readEnv().copyMemory)}`)
    }),
  )

program
  .command('distribute')
  .description('разнести тексты решений по нескольким PostgreSQL или вернуть их; без ключей — сказать, где они лежат')
  .option('--nodes <АДРЕС...>', 'на каких серверах им лежать: postgres://имя:пароль@узел:5432/база')
  .option('--here', 'вернуть все тексты в эту базу')
  .option('--lost', 'сервер, который не назван и не отвечает, потерян: его тексты будут прочитаны заново')
  .option('--check', 'только сказать, что будет сделано')
  .action((options: { nodes?: string[]; here?: true; lost?: true; check?: true }) =>
    withDatabase(async ({ db, url }) => {
      const { distributeCommand } = await import('./texts/spread/distribute-command.ts')
      await distributeCommand(db, url, options)
    }),
  )

addBackupCommands(program, withDatabase)

type BenchAsked = { cases: number; texts?: number; pages?: number; times?: number } & {
  readonly [part in BenchPart]?: true
}
program
  .command('bench')
  .description('измерить скорость на сгенерированных делах в отдельной базе')
  .option('--cases <N>', 'сколько дел (больше миллиона — целые миллионы); база остаётся', positiveNumber, 200_000)
  .option('--texts <N>', 'и у скольких из них есть текст; без ключа — как в демонстрации', positiveNumber)
  .option('--pages <N>', 'сколько карточек судов прочитать заново; без ключа — до 500', positiveNumber)
  .option('--times <N>', 'измерить одну копию, в которой каждое дело повторено столько раз', positiveNumber)
  .option('--today', 'только «Сегодня»')
  .option('--statistics', 'только диаграммы и похожие дела')
  .option('--sets', 'только подборки')
  .option('--past', 'только списки на прошлый день')
  .option('--matching', 'только кому сообщить об изменённых делах: подписки и наблюдение')
  .action((asked: BenchAsked) =>
    withDatabase(async ({ url }) => {
      const { bench, benchParts } = await import('../bench/bench.ts')
      const only = benchParts.find(part => asked[part])
      await bench(url, { ...asked, only, onLine: line => console.log(line) })
    }),
  )

addAccountCommands(program, work =>
  withDatabase(async ({ db }) => {
    const [{ readEnv }, { mailerOf }] = await Promise.all([import('./env.ts'), import('./messenger/mailer.ts')])
    const { mail, publicUrl } = readEnv()
    const mailer = mailerOf(mail, error => note(`Письмо не отправлено: ${String(error)}`))
    await work(db, { mailer, publicUrl })
    await mailer?.close()
  }),
)

/** The reader may close the pipe: `… | head`. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

translateMessages(program)
await program.parseAsync().catch(explainFailure)

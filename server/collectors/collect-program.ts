import type { Command } from 'commander'
import { collectedLayouts, layoutNames } from '#shared/domain/court-layouts.ts'
import type { WithDatabase } from '../db/open-database.ts'
import { Refusal } from '../db/refusal.ts'
import { calendarDay, oneOf, positiveNumber, serverNumbers, siteAddress } from '../operations/program-arguments.ts'
import type { CollectOptions } from './collect-command.ts'
import type { SiteOptions } from './site-command.ts'

export function addCollectingCommands(program: Command, withDatabase: WithDatabase): void {
  program
    .command('collect')
    .description('собрать дела с сайтов судов или перечитать сохранённые страницы')
    .option(
      '--court <СУД>',
      'название, код (ВНКОД) или адрес сайта; можно несколько раз',
      (one: string, all: string[] = []) => [...all, one],
    )
    .option('--from <ДАТА>', 'поступившие с этого дня, ГГГГ-ММ-ДД; без ключа — за две недели', calendarDay)
    .option('--to <ДАТА>', 'по этот день; без ключа — по сегодня', calendarDay)
    .option('--codex <КОДЕКС>', 'только КоАП (koap) или только УК (uk)', oneOf('koap', 'uk'))
    .option('--stage <ИНСТАНЦИЯ>', 'только первая (1) или только вторая (2)', oneOf('1', '2'))
    .option('--article <СТАТЬЯ>', 'только эта статья, как её пишет сайт: 20.2')
    .option('--due', 'всё, чему подошло время, по всем судам')
    .option('--replay [ПАПКА]', 'без сети: перечитать страницы из папки, а без её имени — сохранённые в базе')
    .option('--keep <ПАПКА>', 'без сети: выписать сохранённые страницы в папку')
    .action(async (options: CollectOptions & { due?: true }) => {
      const asked = [options.court && options.keep === undefined, options.due, options.replay, options.keep]
      if (asked.filter(Boolean).length !== 1)
        throw new Refusal('Назовите суд (--court) либо один из ключей --due, --replay, --keep.')
      const stopping = new AbortController()
      await withDatabase(
        async ({ db }) => {
          const [{ readEnv }, { collectCommand }] = await Promise.all([
            import('../env.ts'),
            import('./collect-command.ts'),
          ])
          await collectCommand(db, options, { fetching: readEnv().collecting, signal: stopping.signal })
        },
        () => stopping.abort(),
      )
    })

  program
    .command('site')
    .description('показать, где лежат дела суда и как он проверяется, или сказать это')
    .requiredOption('--court <СУД>', 'название, код (ВНКОД) или адрес сайта')
    .option('--url <АДРЕС>', 'адрес сайта', siteAddress)
    .option('--layout <ИМЯ>', `устройство сайта: ${collectedLayouts.join(', ')}`, oneOf(...layoutNames))
    .option('--servers <НОМЕРА>', 'серверы сайта через запятую', serverNumbers)
    .option('--watch', 'спрашивать по расписанию')
    .option('--no-watch', 'не спрашивать по расписанию')
    .option('--region <НОМЕР>', 'регион суда, которого ещё нет в справочнике', positiveNumber)
    .action((options: SiteOptions) =>
      withDatabase(async ({ db }) => {
        const { siteCommand } = await import('./site-command.ts')
        await siteCommand(db, options)
      }),
    )

  program
    .command('parse-page')
    .description('прочитать сохранённую страницу сайта суда и напечатать прочитанное в JSON')
    .argument('<ФАЙЛ>', 'страница или файл решения (doc, docx, rtf, pdf); «-» — стандартный ввод')
    .option('--url <АДРЕС>', 'откуда страница: по адресу узнаются суд и устройство сайта')
    .option('--layout <ИМЯ>', `устройство сайта: ${layoutNames.join(', ')}`)
    .action(async (file: string, options: { url?: string; layout?: string }) => {
      const { parsePageCommand } = await import('./parse-page-command.ts')
      await parsePageCommand(file, options)
    })
}

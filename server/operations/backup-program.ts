import type { Command } from 'commander'
import type { WithDatabase } from '../db/open-database.ts'
import { Refusal } from '../db/refusal.ts'

export function addBackupCommands(program: Command, withDatabase: WithDatabase): void {
  program
    .command('backup')
    .description('записать базу в файл: NDJSON, сжатый, если имя кончается на .gz или .zst; сервер может работать')
    .argument('<ФАЙЛ>', 'его ещё не должно быть')
    .option('--with-pages', 'вместе с сохранёнными страницами судов')
    .option('--cases', 'только дела, в том виде, какой читает import')
    .action((file: string, options: { withPages?: true; cases?: true }) => {
      const withPages = options.withPages === true
      if (withPages && options.cases) throw new Refusal('Назовите --cases или --with-pages: одно из двух.')
      const stopping = new AbortController()
      return withDatabase(
        async ({ url }) => {
          if (options.cases) {
            const { casesFileCommand } = await import('./cases-file.ts')
            return casesFileCommand(url, file, { signal: stopping.signal })
          }
          const { backupCommand } = await import('../db/backup/backup-command.ts')
          await backupCommand(url, file, { withPages, product: program.version() ?? '', signal: stopping.signal })
        },
        () => stopping.abort(),
      )
    })

  program
    .command('restore')
    .description('восстановить базу из файла команды backup в пустую базу: всё или ничего')
    .argument('<ФАЙЛ>', 'его записала команда backup; можно канал')
    .option('--check', 'только проверить, что файл цел; база не нужна')
    .action(async (file: string, { check }: { check?: true }) => {
      const { checkCommand, restoreCommand } = await import('../db/backup/backup-command.ts')
      if (check) return checkCommand(file)
      await withDatabase(({ db }) => restoreCommand(db, file))
    })
}

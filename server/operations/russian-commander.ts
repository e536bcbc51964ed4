import type { Argument, Command, CommanderError } from 'commander'

const titles: Readonly<Record<string, string>> = {
  'Usage:': 'Использование:',
  'Options:': 'Ключи:',
  'Commands:': 'Команды:',
  'Arguments:': 'Аргументы:',
}

/** Must be called after all arguments and subcommands are added. Errors are thrown, not printed. */
export function translateMessages(command: Command): void {
  const takes = command.commands.length > 0 ? ['КОМАНДА'] : command.registeredArguments.map(argumentTerm)
  command
    .usage([...takes, '[ключи]'].join(' '))
    .helpOption('-h, --help', 'показать справку')
    .helpCommand(false)
    .configureHelp({
      styleTitle: title => titles[title] ?? title,
      subcommandTerm: sub => [sub.name(), ...sub.registeredArguments.map(argumentTerm)].join(' '),
    })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
  for (const sub of command.commands) translateMessages(sub)
}

const argumentTerm = (argument: Argument): string => {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`
  return argument.required ? name : `[${name}]`
}

/** The error as a sentence; undefined for `--help` and `--version`. */
export function complaint({ code, message, exitCode }: CommanderError): string | undefined {
  if (exitCode === 0) return undefined
  const [subject = ''] = /(?<=')[^']+(?=')/.exec(message) ?? []
  const sentence = complaints[code]?.(subject, message)
  return `${sentence ?? message} Справка: npx sudmonitor --help`
}

const complaints: Readonly<Record<string, (subject: string, message: string) => string>> = {
  'commander.help': () => 'Не указана команда.',
  'commander.unknownCommand': name => `Нет команды «${name}».`,
  'commander.unknownOption': flag => `Нет ключа «${flag}».`,
  'commander.missingArgument': name => `Не указано: ${name}.`,
  'commander.optionMissingArgument': flags => `После ключа «${flags}» нужно значение.`,
  'commander.missingMandatoryOptionValue': flags => `Не указано: ${flags}.`,
  'commander.excessArguments': () => 'Лишнее слово в команде.',
  // The parser's own sentence is at the end.
  'commander.invalidArgument': (flags, message) => `${flags}: ${message.replace(/^.* is invalid\. /s, '')}`,
}

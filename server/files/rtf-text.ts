import { finished } from 'node:stream/promises'
import { Tokenize } from 'rtf-stream-parser'
import { z } from 'zod'
import { decodedAs } from './decode-text.ts'

/**
 * The text of an RTF file: a line per paragraph, tabs between cells. Each font has its own code page; Moscow courts
 * write Cyrillic as windows-1251 bytes, as `\u1055?`, and sometimes as windows-1251 declared as windows-1252. Headers,
 * pictures, hidden and deleted text are left out. A broken file throws.
 */
export async function rtfText(body: Buffer): Promise<string> {
  const tokens = await tokensOf(body)
  const text = textOf(tokens, 'windows-1252')
  return hasCyrillic(text) ? text : textOf(tokens, 'windows-1251')
}

const hasCyrillic = (text: string): boolean => /[а-яё]{3}/iu.test(text)

const groupStart = 0
const groupEnd = 1
const control = 2
const plainText = 3
const token = z.object({
  type: z.literal([groupStart, groupEnd, control, plainText]),
  word: z.string().optional(),
  param: z.number().optional(),
  data: z.instanceof(Buffer).optional(),
})
type Token = z.infer<typeof token>

/** The library allocates as many bytes as `\bin` declares. */
function checkBinaryLengths(body: Buffer): void {
  for (const [, length] of body.toString('latin1').matchAll(/\\bin(\d+)/g))
    if (Number(length) > body.length) throw new Error('RTF promises more binary data than it holds')
}

/** The library would log a warning for each bad byte. */
const withoutBadBytes = (body: Buffer): Buffer =>
  Buffer.from(
    body.toString('latin1').replace(/\\(?:\\|'(?![\da-f]{2}))/gi, mark => (mark.endsWith("'") ? '' : mark)),
    'latin1',
  )

async function tokensOf(body: Buffer): Promise<Token[]> {
  checkBinaryLengths(body)
  const stream = new Tokenize()
  const tokens: Token[] = []
  stream.on('data', (found: unknown) => tokens.push(token.parse(found)))
  const end = finished(stream)
  stream.end(withoutBadBytes(body))
  await end
  return tokens
}

const ignoredDestinations = new Set(
  (
    'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ' +
    'aftnsep aftnsepc filetbl revtbl listtable listoverridetable rsidtbl themedata colorschememapping datastore latentstyles ' +
    'xmlnstbl fldinst private annotation nonesttables tc xe'
  ).split(' '),
)
// biome-ignore format: characters of a kind in a row
const characters: Readonly<Record<string, string>> = {
  par: '\n', sect: '\n', page: '\n', line: '\n', row: '\n', nestrow: '\n', '\n': '\n', '\r': '\n',
  cell: '\t', nestcell: '\t', tab: '\t',
  emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•',
  emspace: ' ', enspace: ' ', qmspace: ' ',
  '~': '\u00a0', _: '-', '{': '{', '}': '}', '\\': '\\',
}
// biome-ignore format: code pages in two rows
const charsets: Readonly<Record<number, string>> = {
  77: 'macintosh', 89: 'x-mac-cyrillic', 161: 'windows-1253', 162: 'windows-1254',
  186: 'windows-1257', 204: 'windows-1251', 238: 'windows-1250', 254: 'ibm866',
}
// biome-ignore format: code pages in two rows
const codePages: Readonly<Record<number, string>> = {
  866: 'ibm866', 1250: 'windows-1250', 1251: 'windows-1251',
  10007: 'x-mac-cyrillic', 20866: 'koi8-r', 65001: 'utf-8',
}

type Group = { font?: number; hidden: boolean; ignored: boolean; inFonts: boolean; fallbackLength: number }

function textOf(tokens: readonly Token[], western: string): string {
  const fonts = new Map<number, string>()
  const groups: Group[] = []
  let group: Group = { hidden: false, ignored: false, inFonts: false, fallbackLength: 1 }
  let codePage = western
  let font: number | undefined
  let defaultFont: number | undefined
  let isGroupStart = false
  let isIgnorable = false
  let toSkip = 0
  let text = ''
  let bytes: Buffer[] = []

  const decodeBytes = (): void => {
    if (bytes.length === 0) return
    const label = (group.font === undefined ? undefined : fonts.get(group.font)) ?? codePage
    text += decodedAs(label, Buffer.concat(bytes))
    bytes = []
  }
  const append = (character: string): void => {
    if (group.ignored || group.hidden) return
    decodeBytes()
    text += character
  }
  const appendBytes = (data: Buffer): void => {
    const rest = data.subarray(toSkip)
    toSkip = Math.max(0, toSkip - data.length)
    if (!group.ignored && !group.hidden) bytes.push(rest)
  }
  const setFont = (number: number | undefined): void => {
    font = number
    if (group.inFonts) return
    decodeBytes()
    if (number !== undefined) group.font = number
  }
  const apply = (word: string, param: number | undefined): void => {
    if (word === 'ansicpg') codePage = codePages[param ?? 0] ?? western
    else if (word === 'deff') {
      defaultFont = param
      setFont(param)
    } else if (word === 'f') setFont(param)
    else if (word === 'fcharset' && group.inFonts && font !== undefined) {
      const label = charsets[param ?? 0]
      if (label !== undefined) fonts.set(font, label)
    } else if (word === 'uc') group.fallbackLength = param ?? 1
    else if (word === 'u') {
      append(String.fromCharCode(((param ?? 0) + 65_536) % 65_536))
      toSkip = group.fallbackLength
    } else if (word === 'v' || word === 'deleted') {
      decodeBytes()
      group.hidden = param !== 0
    } else if (word === 'plain') {
      setFont(defaultFont)
      group.hidden = false
    } else if (Object.hasOwn(characters, word)) append(characters[word] ?? '')
  }

  for (const { type, word = '', param, data } of tokens) {
    if (type === groupStart) {
      decodeBytes()
      groups.push(group)
      group = { ...group }
      toSkip = 0
    } else if (type === groupEnd) {
      decodeBytes()
      group = groups.pop() ?? group
      toSkip = 0
    } else if (type === plainText || word === "'") appendBytes(data ?? Buffer.alloc(0))
    else if (word === '*' && isGroupStart) isIgnorable = true
    else if (toSkip > 0) toSkip -= 1
    else {
      const isDestination = isGroupStart || isIgnorable
      if (isIgnorable || (isDestination && ignoredDestinations.has(word))) {
        group.ignored = true
        if (word === 'fonttbl') group.inFonts = true
      } else apply(word, param)
    }
    if (!(type === control && word === '*')) isIgnorable = false
    isGroupStart = type === groupStart || (isGroupStart && type === control && word === '*')
  }
  decodeBytes()
  return text
}
